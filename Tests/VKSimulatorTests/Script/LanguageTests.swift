// Govorun: what VKScript can say. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("VKScript: the language")
struct LanguageTests {
    @Test(
        "A literal is its value",
        arguments: [
            ("1", "1"), ("-7", "-7"), ("1.5", "1.5"), ("1e3", "1000"), ("2.5E-1", "0.25"), ("9223372036854775807", "9223372036854775807"),
            ("18446744073709551615", "18446744073709551615"), ("true", "true"), ("false", "false"), ("null", "null"), (#""a""#, #""a""#),
            ("'a'", #""a""#), ("[]", "[]"), ("{}", "{}"), ("[1,[2],{\"a\":[3]}]", "[1,[2],{\"a\":[3]}]"), ("[1,2,]", "[1,2]"),
            ("{\"b\":1,\"a\":2,}", "{\"b\":1,\"a\":2}"), ("{b:1,'c':2,3:4}", "{\"b\":1,\"c\":2,\"3\":4}"),
            ("{\"a\":1,\"a\":2}", "{\"a\":2}"),
        ])
    func literals(code: String, result: String) {
        #expect(ScriptRun("return \(code);").result == result)
    }

    @Test(
        "Arithmetic stays whole as long as it can",
        arguments: [
            ("1+2*3", "7"), ("(1+2)*3", "9"), ("7-2-1", "4"), ("6/3", "2"), ("5/2", "2.5"), ("7%3", "1"), ("-7%3", "-1"), ("5.5%2", "1.5"),
            ("2*-3", "-6"), ("- -3", "3"), ("0.5+0.25", "0.75"), ("9223372036854775807+1", "9223372036854775808"),
            ("18446744073709551615+1", "18446744073709551616"), ("-9223372036854775807-2", "-9223372036854775809"), ("\"5\"-2", "3"),
            ("\"2.5\"*2", "5"), ("true+true", "\"11\""), ("3-true", "2"), ("2147483647+1", "2147483648"),
        ])
    func arithmetic(code: String, result: String) {
        let run = ScriptRun("return \(code);")
        #expect(run.result == result || Double(run.result) == Double(result))
    }

    @Test(
        "Plus joins strings, and lists, and anything to a string",
        arguments: [
            (#""a"+"b""#, #""ab""#), (#""n"+1"#, #""n1""#), (#"1+"n""#, #""1n""#), (#"1+2+"n""#, #""3n""#), (#""n"+1+2"#, #""n12""#),
            (#""x"+null"#, #""x""#), (#""x"+true+false"#, #""x1""#), (#""x"+1.5"#, #""x1.5""#), ("[1]+[2,3]", "[1,2,3]"),
            (#""ids "+[1,"b",null]"#, #""ids 1,b,""#), (#""o "+{"a":[1]}"#, #""o {\"a\":[1]}""#),
        ])
    func joining(code: String, result: String) {
        #expect(ScriptRun("return \(code);").result == result)
    }

    @Test(
        "Comparison is by number when one side is a number, else by the bytes of the strings",
        arguments: [
            ("1==1", true), ("1==1.0", true), ("1!=2", true), (#""5"==5"#, true), (#"5=="5.0""#, true), (#""5.0"=="5""#, false),
            (#""a"=="a""#, true), (#""a"==0"#, false), ("null==null", true), ("null==0", false), ("null==false", false),
            ("null==\"\"", false),
            ("true==1", true), ("false==0", true), ("[]==[]", false), ("[1]!=[1]", true), ("1<2", true), ("2<=2", true), ("3>2", true),
            ("2>=3", false), (#""10"<9"#, false), (#""10"<"9""#, true), (#""а"<"б""#, true), ("9007199254740993>9007199254740992", true),
            ("\"\u{e9}\"==\"e\u{301}\"", false), ("1<2==true", true),
        ])
    func comparison(code: String, result: Bool) {
        #expect(ScriptRun("return \(code);").result == "\(result)")
    }

    @Test(
        "What is empty, zero, false or null is not true",
        arguments: [
            ("null", false), ("false", false), ("0", false), ("0.0", false), ("\"\"", false), ("[]", false), ("{}", false), ("true", true),
            ("-1", true), ("0.5", true), ("\"0\"", true), ("[0]", true), ("{\"a\":0}", true),
        ])
    func truth(value: String, isTrue: Bool) {
        #expect(ScriptRun("if (\(value)) return true; return false;").result == "\(isTrue)")
        #expect(ScriptRun("return !\(value);").result == "\(!isTrue)")
        #expect(ScriptRun("return \(value) ? 1 : 0;").result == (isTrue ? "1" : "0"))
    }

    @Test(
        "And and or give the operand that decided and leave the rest alone",
        arguments: [
            ("1 && 2", "2", 0), ("0 && API.a.b()", "0", 0), ("null || 5", "5", 0), ("7 || API.a.b()", "7", 0), ("1 && API.a.b()", "1", 1),
            ("0 || 0 && 1 || 3", "3", 0), ("1 || 0 && 0", "1", 0), ("1 == 1 && 2 > 1", "true", 0), ("!0 && !0", "true", 0),
        ])
    func logic(code: String, result: String, calls: Int) {
        let run = ScriptRun("return \(code);")
        #expect(run.result == result)
        #expect(run.calls.count == calls)
    }

    @Test("The choice operator nests to the right and evaluates one side", arguments: [(1, "\"a\""), (2, "\"b\""), (3, "\"c\"")])
    func choice(value: Int, result: String) {
        #expect(ScriptRun("var x = \(value); return x == 1 ? \"a\" : x == 2 ? \"b\" : \"c\";").result == result)
    }

    @Test(
        "A statement does what it says",
        arguments: [
            ("var a = 1; var b = a; a = 2; return [a,b];", "[2,1]"), ("var a = 1, b, c = 3; return [a,b,c];", "[1,null,3]"),
            ("var a = 1; var a = 2; return a;", "2"), ("if (1) { return 1; } else { return 2; }", "1"),
            ("if (0) return 1; else return 2;", "2"), ("if (0) return 1; else if (0) return 2; else if (1) return 3; else return 4;", "3"),
            ("if (1) if (0) return 1; else return 2; return 3;", "2"), ("var i = 0; while (i < 5) { i = i + 1; } return i;", "5"),
            ("var i = 0; while (i < 5) i = i + 2; return i;", "6"), ("while (false) { return 1; } return 2;", "2"),
            ("var s = 0; var i = 0; while (i < 9) { i = i + 1; if (i % 2) { s = s + i; }; } return s;", "25"),
            (";;{} { return 1; };", "1"), ("if (0) { return 1; }", "null"), ("{ var a = 5; } return a;", "5"), ("1; \"x\"; return 2;", "2"),
        ])
    func statements(code: String, result: String) {
        #expect(ScriptRun(code).result == result)
    }

    @Test(
        "Members and elements are assigned and deleted in place, and a copy is a copy",
        arguments: [
            ("var o = {}; o.a = 1; o[\"b\"] = 2; o[3] = 4; return o;", "{\"a\":1,\"b\":2,\"3\":4}"),
            ("var o = {\"a\":{\"b\":[1,2]}}; o.a.b[1] = 5; o.a.c = 6; return o;", "{\"a\":{\"b\":[1,5],\"c\":6}}"),
            ("var l = [1,2]; l[2] = 3; l[\"0\"] = 9; return l;", "[9,2,3]"),
            ("var a = [1]; var b = a; b[0] = 2; b.push(3); return [a,b];", "[[1],[2,3]]"),
            ("var a = {\"x\":[1]}; var b = a.x; b.push(2); return a;", "{\"x\":[1]}"),
            ("var o = {\"a\":1,\"b\":2}; delete o.a; delete o.none; return o;", "{\"b\":2}"),
            ("var o = {\"l\":[{\"x\":1},{\"x\":2}]}; delete o.l[0].x; return o;", "{\"l\":[{},{\"x\":2}]}"),
            ("var l = [1,2,3]; delete l[1]; delete l[9]; return l;", "[1,null,3]"),
            ("var i = 0; var l = [[1],[2]]; l[i + 1][i] = i; return l;", "[[1],[0]]"),
        ])
    func places(code: String, result: String) {
        #expect(ScriptRun(code).result == result)
    }

    @Test(
        "A member that is not there is null, however deep",
        arguments: [
            "null.a", "false.items[0].id", "{}.a.b.c", "[1][5]", "[1][-1]", "[1].x", "\"s\".x", "5.5.x", "{\"a\":1}[\"b\"]", "Args.none",
            "Args[\"none\"].x", "[][\"0\"]",
        ])
    func absent(code: String) {
        #expect(ScriptRun("return \(code);").result == "null")
    }

    @Test(
        "A projection is the list of a member",
        arguments: [
            ("[{\"id\":1},{\"id\":2}]@.id", "[1,2]"), ("[{\"id\":1},{},5]@.id", "[1,null,null]"), ("{\"a\":1}@.a", "[]"), ("null@.a", "[]"),
            ("[{\"a\":{\"b\":1}},{\"a\":{\"b\":2}}]@.a@.b", "[1,2]"), ("[{\"id\":1},{\"id\":2}]@.id[1]", "2"),
            ("{\"items\":[{\"n\":\"x\"}]}.items@.n", "[\"x\"]"), ("([{\"id\":1}] + [{\"id\":2}])@.id", "[1,2]"),
        ])
    func projection(code: String, result: String) {
        #expect(ScriptRun("return \(code);").result == result)
        #expect(ScriptRun("var x = \(code); return x;").result == result)
    }

    @Test(
        "Comments and white space part words and mean nothing",
        arguments: ["return 1;// end", "/* a\n* / */return/**/1 ;", "//\n//x\nreturn\r\n\t1\n;\n", "return 1; /**/ // */"])
    func comments(code: String) {
        #expect(ScriptRun(code).result == "1")
    }

    @Test("Args has the parameters of the whole call as text, never its token")
    func arguments() {
        let code = "return [Args.name, Args[\"two\" + \"words\"], Args.count + 1, Args.count * 2, Args.count == 5, Args.access_token];"
        let run = ScriptRun(code, arguments: ["name": "Ольга", "twowords": "x", "count": "5", "access_token": "secret"])
        #expect(run.result == "[\"Ольга\",\"x\",\"51\",10,true,null]")
    }
}
