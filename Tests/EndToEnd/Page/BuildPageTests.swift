// Govorun: the web chat while plugins are edited. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("The web chat under govorun dev", .serialized, .timeLimit(.minutes(3)))
struct BuildPageTests {
    @Test("What keeps the bots from being built is shown with its place and can be put away; the talk goes on, and the next build ends it")
    func problems() async throws {
        try await withClient { client in
            let folder = try Folder()
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent("Plugins/Shop"), withIntermediateDirectories: true)
            let plugin = "Plugins/Shop/ShopPlugin.swift"
            _ = try folder.write(plugin, "// whole\n")
            _ = try folder.write(
                "build.sh",
                "grep -q broken \(plugin) || exit 0; echo \"$PWD/\(plugin):31:5: error: cannot find 'broken' in scope\"; exit 1\n")
            _ = try folder.write("bots.yaml", "vk: { api: simulator }\nbots: { tea-shop: { plugins: [echo] } }\n")
            let program = try Program.govorun(["dev", "--listen", "127.0.0.1:0", "--build", "sh build.sh"], in: folder.url)
            let vk = try await VK(in: program, client: client)
            try await vk.isPolled()
            try await withPage { page in
                try await page.open(vk.address)
                try await page.wait(for: "#head h2", saying: "tea-shop")
                try await page.say("/echo раз")
                try await page.wait(for: ".m:not(.me) .text", saying: "раз")
                _ = try folder.write(plugin, "broken()\n")
                try await page.wait(for: ".build-problem p", saying: "cannot find 'broken' in scope")
                #expect(try await page.texts(".build-problem code") == ["\(plugin):31:5"])
                try await page.picture("build-failed")
                try await page.click(".build-head button")
                try await page.wait(until: "document.querySelector('#build-problems').hidden")
                #expect(try await page.texts("#build") == ["не собирается"])
                try await page.say("/echo два")
                try await page.wait(for: ".m:not(.me) .text", saying: "два")
                _ = try folder.write(plugin, "// whole again\n")
                try await page.wait(until: "document.querySelector('#build').hidden")
                #expect(try await page.texts(".m.me .text") == ["/echo раз", "/echo два"])
                #expect(page.tools.complaints == [])
            }
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }
}
