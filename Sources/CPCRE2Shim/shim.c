#include "CPCRE2Shim.h"
