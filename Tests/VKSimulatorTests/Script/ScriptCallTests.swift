// Govorun: what a script calls. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("VKScript: functions and API calls")
struct ScriptCallTests {
    @Test(
        "A list has JavaScript's functions",
        arguments: [
            ("[1,2,3].length", "3"), ("[1,2,3,4].slice(1,3)", "[2,3]"), ("[1,2,3].slice(-2)", "[2,3]"), ("[1,2,3].slice(2,1)", "[]"),
            ("[1,2].slice(0,99)", "[1,2]"), ("[1,2].slice()", "[1,2]"), ("[1,2,3].slice(0,-1)", "[1,2]"), ("[1,2,3].indexOf(3)", "2"),
            ("[1,\"2\"].indexOf(2)", "1"), ("[1].indexOf(\"x\")", "-1"), ("[1,2].pop()", "2"), ("[].pop()", "null"), ("[1,2].shift()", "1"),
            ("[].shift()", "null"), ("[1].push(2,3)", "3"), ("[1].unshift(2)", "2"), ("[1,2,3].splice(1,1)", "[2]"),
            ("[1,2,3].slice(9)", "[]"), ("[1,2,3].slice(-9,-2)", "[1]"),
        ])
    func lists(code: String, result: String) {
        #expect(ScriptRun("return \(code);").result == result)
    }

    @Test(
        "A function that changes a list changes the variable or member it is called on",
        arguments: [
            ("l.push(4)", "[1,2,3,4]"), ("l.push([4],5)", "[1,2,3,[4],5]"), ("l.pop()", "[1,2]"), ("l.shift()", "[2,3]"),
            ("l.unshift(0)", "[0,1,2,3]"), ("l.unshift(8,9)", "[8,9,1,2,3]"), ("l.splice(1)", "[1]"), ("l.splice(1,1)", "[1,3]"),
            ("l.splice(0,2,7,8,9)", "[7,8,9,3]"), ("l.splice(-1,5)", "[1,2]"), ("l.splice(9,1,4)", "[1,2,3,4]"),
            ("l.splice(0,-1)", "[1,2,3]"),
            ("l.slice(1)", "[1,2,3]"),
        ])
    func changes(call: String, result: String) {
        #expect(ScriptRun("var l = [1,2,3]; \(call); return l;").result == result)
        #expect(ScriptRun("var o = {\"a\":[0,{\"l\":[1,2,3]}]}; o.a[1].\(call); return o.a[1].l;").result == result)
    }

    @Test(
        "A string counts and cuts Unicode scalars",
        arguments: [
            (#""привет".length"#, "6"), (#""a👩‍💻".length"#, "4"), (#""привет".substr(2)"#, "\"ивет\""), (#""привет".substr(2,3)"#, "\"иве\""),
            (#""привет".substr(-3,2)"#, "\"ве\""), (#""привет".substr(0,-1)"#, "\"приве\""), (#""abc".substr(9)"#, "\"\""),
            (#""abc".substr(-9,1)"#, "\"a\""), (#""abc".substr(0,-9)"#, "\"\""), (#""abc".substr(0,-9223372036854775807-1)"#, "\"\""),
            (#""a,b,,c".split(",")"#, "[\"a\",\"b\",\"\",\"c\"]"), (#""abc".split("")"#, "[\"a\",\"b\",\"c\"]"),
            (#""".split(",")"#, "[\"\"]"), (#""abab".split("ab")"#, "[\"\",\"\",\"\"]"), (#""123".indexOf(2)"#, "1"),
            (#""привет".indexOf("вет")"#, "3"), (#""abc".indexOf("x")"#, "-1"), (#""abc".indexOf("")"#, "0"),
            (#""aab".indexOf("ab")"#, "1"),
        ])
    func strings(code: String, result: String) {
        #expect(ScriptRun("return \(code);").result == result)
    }

    @Test(
        "parseInt and parseDouble read the number a text begins with",
        arguments: [
            ("parseInt(\"42\")", "42"), ("parseInt(\" -7 apples\")", "-7"), ("parseInt(\"x\")", "0"), ("parseInt(\"\")", "0"),
            ("parseInt(\"+5\")", "5"), ("parseInt(7.9)", "7"), ("parseInt(-7.9)", "-7"), ("parseInt(\"3.9\")", "3"),
            ("parseInt(null)", "0"),
            ("parseInt(true)", "1"), ("parseInt(\"99999999999999999999\")", "9223372036854775807"),
            ("parseInt(1e30)", "9223372036854775807"),
            ("parseDouble(\"1.5\")", "1.5"), ("parseDouble(\"-2.5e2x\")", "-250"), ("parseDouble(\"1e\")", "1"),
            ("parseDouble(\".5\")", "0.5"),
            ("parseDouble(\"5.\")", "5"), ("parseDouble(\"x\")", "0"), ("parseDouble(3)", "3"), ("parseDouble(\"1e999\")", "0"),
            ("parseDouble(\".\")", "0"), ("parseDouble(\"-\")", "0"),
        ])
    func parsing(code: String, result: String) {
        #expect(ScriptRun("return \(code);").result == result)
    }

    @Test(
        "Parameters of a call are text: lists between commas, objects as JSON, true as 1, null left out",
        arguments: [
            ("{}", "a.b"), ("", "a.b"), ("null", "a.b"), ("{\"n\":5,\"d\":1.5,\"s\":\"x y\"}", "a.b n=5 d=1.5 s=x y"),
            ("{\"t\":true,\"f\":false,\"z\":null}", "a.b t=1 f=0"), ("{\"l\":[1,\"b\",true],\"e\":[]}", "a.b l=1,b,1 e="),
            ("{\"o\":{\"k\":[1,{\"q\":\"\\\"\"}]}}", #"a.b o={"k":[1,{"q":"\""}]}"#),
            ("{\"l\":[{\"a\":1},[2,3]]}", #"a.b l={"a":1},[2,3]"#),
            ("{\"big\":18446744073709551615}", "a.b big=18446744073709551615"), ("{\"access_token\":\"x\",\"y\":1}", "a.b y=1"),
        ])
    func parameters(literal: String, call: String) {
        #expect(ScriptRun("return API.a.b(\(literal));").calls == [call])
    }

    @Test("Calls happen in the order of the code, and their answers can be used")
    func answers() {
        let users: JSONValue = [["id": 1, "name": "Ольга"], ["id": 2, "name": "Иван"]]
        let code = """
            var users = API.users.get({"user_ids": Args.ids});
            var i = 0;
            while (i < users.length) {
                API.messages.send({"peer_id": users[i].id, "message": "Привет, " + users[i].name});
                i = i + 1;
            }
            return [users@.name, API.users.get()[1].id, API.friends.getOnline.now()];
            """
        let run = ScriptRun(code, arguments: ["ids": "1,2"], answers: ["users.get": users])
        #expect(run.result == "[[\"Ольга\",\"Иван\"],2,1]")
        #expect(
            run.calls == [
                "users.get user_ids=1,2", "messages.send peer_id=1 message=Привет, Ольга", "messages.send peer_id=2 message=Привет, Иван",
                "users.get", "friends.getOnline.now",
            ])
    }
}
