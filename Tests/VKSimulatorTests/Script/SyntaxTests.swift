// Govorun: what VKScript cannot say. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("VKScript: what does not compile, and what fails")
struct SyntaxTests {
    @Test(
        "Code that is no VKScript is error 12 and names the line",
        arguments: [
            ("return 1", 1), ("return;", 1), ("var = 1; return 1;", 1), ("var a\nreturn a;", 2), ("return 1 +;", 1), ("return (1;", 1),
            ("return [1,2;", 1), ("return {\"a\" 1};", 1), ("return [1 2];", 1), ("return [,1];", 1), ("\n\nreturn x;", 3),
            ("x = 1; return x;", 1),
            ("return \"a;", 1), ("return \"a\nb\";", 1), ("return \"\t\";", 1), ("return \"\\x\";", 1), ("return \"\\u12\";", 1),
            ("return \"\\", 1), ("/* no end", 1), ("return 1;\n/*\n", 2), ("var a = 1;", 1), ("\n// only\n", 3), ("{ return 1;", 1),
            ("return 1; }", 1), ("if (1) return 1; else", 1), ("if 1 return 1;", 1), ("while (1;) return 1;", 1), ("else return 1;", 1),
            ("for (;;) return 1;", 1), ("break; return 1;", 1), ("function f() {} return 1;", 1), ("return API;", 1),
            ("return API.users;", 1),
            ("return API();", 1), ("return API.users.get(1,2);", 1), ("return API.users.get({}", 1), ("return Args;", 1),
            ("return Args@.x;", 1),
            ("Args.x = 1; return 1;", 1), ("return f(1);", 1), ("return [1].join(\",\");", 1), ("return [1].slice(1,2,3);", 1),
            ("return [].push();", 1), ("return [].pop(1);", 1), ("return \"a\".substr();", 1), ("1 = 2; return 1;", 1),
            ("[1].x = 2; return 1;", 1), ("delete x; return 1;", 1), ("var x; delete x; return 1;", 1), ("delete API.a.b(); return 1;", 1),
            ("var if = 1; return 1;", 1), ("var API = 1; return 1;", 1), ("var 1a = 1; return 1;", 1), ("return 1a;", 1), ("return 01;", 1),
            ("return 1.;", 1), ("return 0x10;", 1), ("return 1e;", 1), ("return #;", 1), ("return 1 & 2;", 1), ("return a@b;", 1),
            ("return 1 ? 2;", 1), ("return 1 === 1;", 1), ("var i = 0; i++; return i;", 1), ("var i = 0; i += 1; return i;", 1),
            ("return [1].length();", 1), ("return x => 1;", 1), ("переменная = 1; return 1;", 1), ("return parseInt();", 1),
            ("return 1;;)", 1),
            ("var a = 1;\nvar b = 2;\nreturn a\n+ b\n* ;", 5),
        ])
    func syntax(code: String, line: Int) {
        let run = ScriptRun(code)
        #expect(run.code == 12, "\(run.result)")
        #expect(run.result.contains("line \(line):"), "\(run.result)")
    }

    @Test(
        "What makes no sense while it runs is error 13 and names the line",
        arguments: [
            ("return 1 / 0;", 1), ("return 1 % 0;", 1), ("var a = 1;\nreturn a\n- \"x\";", 3), ("return -\"x\";", 1),
            ("return null < 1;", 1),
            ("return [] * 2;", 1), ("return [1] < [2];", 1), ("var a; a.b = 1; return a;", 1), ("var a = 5;\na.b = 1; return a;", 2),
            ("var a = {}; a.b.c = 1; return a;", 1), ("var a = [1]; a[3] = 1; return a;", 1), ("var a = [1]; a[-1] = 1; return a;", 1),
            ("var a = [1]; a.x = 1; return a;", 1), ("var a; a.push(1); return a;", 1), ("var a = {}; a.push(1); return a;", 1),
            ("var a = {}; a.l.push(1); return a;", 1), ("var a = \"s\"; delete a.x; return a;", 1), ("return null.slice(1);", 1),
            ("return \"s\".push(1);", 1), ("return \"s\".slice(1);", 1), ("return [1].substr(1);", 1), ("return 5.5.split(\"1\");", 1),
            ("return API.a.b(5);", 1), ("return API.a.b([1]);", 1), ("return [1].slice(\"x\");", 1), ("return 1e308 * 10;", 1),
        ])
    func runTime(code: String, line: Int) {
        let run = ScriptRun(code)
        #expect(run.code == 13, "\(run.result)")
        #expect(run.result.contains("line \(line):"), "\(run.result)")
    }

    @Test("A message repeats no long piece of the code")
    func shortMessages() {
        let long = String(repeating: "x", count: 10_000)
        for code in ["return \(long);", "return 1 \(long);", "return [].\(long)();", "return 1\(long);", "return 1 \"\(long)\";"] {
            #expect(ScriptRun(code).result.utf8.count < 200)
        }
    }
}
