// Govorun: what a script may spend. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("VKScript: limits")
struct ScriptLimitTests {
    @Test("Twenty-five API calls are allowed, the next one is error 13", arguments: [(25, 0), (26, 13)])
    func calls(count: Int, code: Int) {
        let run = ScriptRun("return [" + Array(repeating: "API.a.b()", count: count).joined(separator: ",") + "];")
        #expect(run.code == code)
        #expect(run.calls.count == 25)
        #expect(ScriptRun("var i = 0; while (i < \(count)) { API.a.b(); i = i + 1; } return i;").code == code)
    }

    @Test("A loop without end is error 13", arguments: ["while (true) {}", "while (1) ;", "var i = 0; while (i >= 0) { i = i + 1; }"])
    func operations(code: String) {
        let run = ScriptRun(code + " return 1;")
        #expect(run.code == 13)
        #expect(run.result.contains("operations"))
    }

    @Test("Looking at two hundred elements is no effort")
    func ordinaryLoop() {
        let list = "[" + (0..<200).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        #expect(ScriptRun("var l = \(list); var i = 0; while (i < l.length) { l[i].id; i = i + 1; } return i;").result == "200")
    }

    @Test("Literals are not operations: a full pack of long messages with keyboards runs")
    func literals() {
        let row = Array(repeating: #"{"action":{"type":"text","label":"Да","payload":"{}"},"color":"primary"}"#, count: 40)
        let call = "API.messages.send({\"peer_id\":1,\"keyboard\":{\"buttons\":[[\(row.joined(separator: ","))]]}})"
        #expect(ScriptRun("return [" + Array(repeating: call, count: 25).joined(separator: ",") + "];").code == 0)
    }

    @Test("A response above 5 MB is error 13 and says so", arguments: [(5, 0), (6, 13)])
    func size(megabytes: Int, code: Int) {
        let megabyte = JSONValue(String(repeating: "x", count: (1 << 20) - 4))
        let run = ScriptRun(
            "return [" + Array(repeating: "API.a.b()", count: megabytes).joined(separator: ",") + "];", answers: ["a.b": megabyte])
        #expect(run.code == code)
        #expect(code == 0 || run.result.contains("response size is too big"))
    }

    @Test(
        "Little code cannot make much work",
        arguments: [
            "var s = \"xxxxxxxxxxxxxxxx\"; while (true) s = s + s;", "var l = [1]; while (true) l = l + l;",
            "var l = [1]; var i = 0; while (i < 60) { l = [l,l]; i = i + 1; } return l;",
            "var l = [1]; var i = 0; while (i < 60) { l = [l,l]; i = i + 1; } return \"\" + l;",
            "var l = [1]; var i = 0; while (i < 60) { l = [l,l]; i = i + 1; } return l == l;",
            "var l = [1]; var i = 0; while (i < 110) { l = [l]; i = i + 1; } return l;",
            "var s = \"a\"; var i = 0; while (i < 20) { s = s + s; i = i + 1; } while (true) s.indexOf(s + \"b\");",
            "var s = \"1\"; var i = 0; while (i < 20) { s = s + s; i = i + 1; } while (true) parseDouble(s);",
            "var s = \"1\"; var i = 0; while (i < 20) { s = s + s; i = i + 1; } while (true) s == s + \"\";",
            "var s = \"1\"; var i = 0; while (i < 20) { s = s + s; i = i + 1; } var o = {}; o[s] = 1; while (true) o[s];",
        ])
    func work(code: String) {
        #expect([0, 13].contains(ScriptRun(code + " return 1;").code))
    }

    @Test("An object literal of very many members is error 13 and not a long wait")
    func manyMembers() {
        let members = (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(ScriptRun("return {\(members)};").code == 13)
    }

    @Test(
        "A million brackets are error 12, and no overflow",
        arguments: [
            "(", "[", "{\"a\":", "{a:", "{", "if(1)", "while(1)", "if(1){", "-(", "!(", "a[", "[].push(", "API.a.b(", "1?", "1?1:", "Args[",
        ])
    func depth(piece: String) {
        let pieces = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
        #expect(ScriptRun("return " + pieces).code == 12)
        #expect(ScriptRun("var a;" + pieces).code == 12)
    }

    @Test("What is long and not deep runs, or fails for its length alone")
    func length() {
        func repeated(_ piece: String, _ count: Int) -> String { String(repeating: piece, count: count) }
        #expect(ScriptRun("return " + repeated("!", 900) + "1;").result == "true")
        #expect(ScriptRun("return " + repeated("- ", 900) + "1;").result == "1")
        #expect(ScriptRun("return 1" + repeated("+1", 900) + ";").result == "901")
        #expect(ScriptRun("return " + repeated("!", 50_000) + "1;").code == 13)
        #expect(ScriptRun("return 1" + repeated("+1", 50_000) + ";").code == 13)
        #expect(ScriptRun("return [1]" + repeated("@.a", 50_000) + ";").code == 0)
        #expect(ScriptRun("return null" + repeated(".a", 50_000) + ";").result == "null")
        #expect(ScriptRun("if (0) return 1;" + repeated("else if (0) return 1;", 10_000) + "return 2;").result == "2")
        #expect(ScriptRun("var a;return a" + repeated(".a", 50_000) + ";").code == 12)
        #expect(ScriptRun(repeated(";", 50_000) + "return 1;").result == "1")
        #expect(ScriptRun("return [" + repeated("1,", 50_000) + "].length;").result == "50000")
    }

    @Test("Nesting as deep as allowed runs")
    func allowedDepth() {
        let depth = ScriptProgram.deepest - 2
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(ScriptRun("return \(nested);").result == nested)
        let grouped = String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
        #expect(ScriptRun("return \(grouped);").result == "1")
    }
}
