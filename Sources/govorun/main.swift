print("govorun")
