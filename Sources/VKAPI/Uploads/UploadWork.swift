// Govorun: performs an upload. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// One upload: sources, where they go, and the loop that performs what `UploadMachine` decides.
struct UploadWork: Sendable {
    let client: VKClient
    let settings: UploadSettings
    let route: UploadRoute
    let sources: [UploadSource]
    /// How its calls are sent.
    let sending: Sending

    /// VK's answer when the file was saved, now or earlier, or in an earlier run of the handler that uploads.
    func run(_ meter: ProgressMeter?) async throws -> JSON {
        guard let keeper = CallingTask.current.keeper else { return try await performed(meter) }
        let name = "\(route.kind.rawValue) \(route.place)"
        return try await keeper.upload(name, isHarmlessTwice: route.kind.isReusable) { try await performed(meter) }
    }

    private func performed(_ meter: ProgressMeter?) async throws -> JSON {
        if sending.options.mock != nil { return try await ask(route.saveCall(for: .absent) ?? route.server) }
        if route.isVisit { return try await visit() }
        let isReused = settings.reusesUploads && route.kind.isReusable
        let loader = ContentLoader(client: client, kind: route.kind, settings: settings, hashing: isReused)
        guard 1...(route.kind == .albumPhotos ? 5 : 1) ~= sources.count else {
            throw loader.error(.badCount, nil, "\(sources.count) files")
        }
        var files: [UploadContent] = []
        for source in sources { files.append(try await loader.load(source, meter)) }
        let digest = isReused ? files[0].digest : nil
        let answer =
            if let digest { try await reuse(key(for: files[0], digest), files, meter) } else { try await upload(files, meter) }
        finish(files, meter)
        return answer
    }

    // MARK: What was uploaded before

    private func key(for file: UploadContent, _ digest: SHA256.Digest) -> UploadKey {
        // Of a document VK shows the name; a photo has none.
        let place = route.field == "photo" ? route.place : "\(route.place) \(file.name)"
        var account = settings.account.isEmpty ? client.configuration.account ?? "" : settings.account
        // What one token uploaded is not the other's.
        if let token = sending.options.token { account += " as \(token.rawValue)" }
        return UploadKey(account: account, kind: route.kind, place: place, digest: digest.description)
    }

    private func reuse(_ key: UploadKey, _ files: [UploadContent], _ meter: ProgressMeter?) async throws -> JSON {
        let store = settings.store ?? client.uploadDesk.memory
        let answer = try await client.uploadDesk.flights.run(key) {
            if let known = await quietly({ try await store.answer(for: key) }) ?? nil { return known }
            let answer = try await upload(files, meter).rawText
            await quietly { try await store.keep(answer, for: key, lifetime: settings.lifetime) }
            return answer
        }
        if let json = try? JSONDocument(Array(answer.utf8)).root { return json }
        // Somebody else wrote into the store.
        await quietly { try await store.forget(key) }
        return try await upload(files, meter)
    }

    /// A store that fails costs an upload, and fails none.
    @discardableResult
    private func quietly<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            client.logger.debug("upload store failed", ["upload.kind": route.kind, "error": "\(error)"])
            return nil
        }
    }

    /// What needs not be sent counts as sent.
    private func finish(_ files: [UploadContent], _ meter: ProgressMeter?) {
        meter?.note { step in
            let total = step.total ?? files.reduce(0) { $0 + $1.store.count }
            (step.sent, step.total) = (total, total)
        }
    }

    // MARK: The three steps

    private func upload(_ files: [UploadContent], _ meter: ProgressMeter?) async throws -> JSON {
        let form = form(of: files)
        meter?.note { $0.total = form.body.count }
        var machine = UploadMachine(kind: route.kind, name: files.first?.name, repeats: sending.options.allowsRepeats ? 1 : 0)
        while true {
            let server = try await ask(route.server)
            let step = try await send(form, to: server, &machine, meter)
            switch step {
            case .beginAnew: client.logger.debug("upload begins anew", ["upload.kind": route.kind])
            case .fail(let error): throw error
            case .surface(let error): throw error
            case .save(let answer):
                guard let call = route.saveCall(for: answer) else { return server }
                do {
                    return try await ask(call)
                } catch let error as VKError {
                    guard case .beginAnew = machine.receive(error) else { throw error }
                }
            }
        }
    }

    /// VK's answer to one of the calls; how far that is says nothing about the file.
    private func ask(_ call: Call) async throws -> JSON {
        var quiet = sending
        quiet.progress = nil
        return try await quiet.send(client.call(call.method, call.parameters))
    }

    /// Asks for the address and looks at it once.
    private func visit() async throws -> JSON {
        let server = try await ask(route.server)
        let error = { UploadError($0, kind: route.kind, detail: $1, cause: $2) }
        do {
            let answer = UploadAnswer(try await client.fetch(HTTPRequest(address(in: server)), .withoutPins), on: route)
            switch answer {
            case .taken: return server
            case .refused(let words): throw error(.refused, words, nil)
            case .unreadable(let words): throw error(.unreadableAnswer, words, nil)
            }
        } catch let failure as HTTPError {
            throw error(.lost, "", failure)
        }
    }

    private func address(in server: JSON) throws(VKError) -> String {
        if let url = server["upload_url"].string, !url.isEmpty { return url }
        throw VKError(.server, method: route.server.method, message: "the answer holds no upload_url")
    }

    private func send(_ form: MultipartForm, to server: JSON, _ machine: inout UploadMachine, _ meter: ProgressMeter?) async throws
        -> UploadMachine.Step
    {
        do {
            let request = try request(for: form, address(in: server), meter)
            // A wait for VK as any other: a handler is not given up for it, and counts as one that waits.
            let answer = try await CallingTask.waiting { try await client.fetch(request, .withoutPins) }
            return machine.receive(UploadAnswer(answer, on: route))
        } catch let error as HTTPError {
            return machine.receive(error)
        }
    }

    private func form(of files: [UploadContent]) -> MultipartForm {
        var form = MultipartForm()
        for (name, value) in route.texts { form.append(value, name: name) }
        for (index, file) in files.enumerated() { form.append(file, name: route.fieldName(index + 1)) }
        return form
    }

    private func request(for form: MultipartForm, _ url: String, _ meter: ProgressMeter?) -> HTTPRequest {
        var request = HTTPRequest(url, method: .post, contentType: form.contentType)
        request.streamedBody = form.body
        // At 32 KB a second, and a minute for what the server makes of it.
        request.timeout = sending.options.timeout ?? .seconds(60 + form.body.count >> 15)
        // What moves may be slow. Half a minute without a byte either way is no server at work: it is given up, and begun anew where that is harmless.
        request.stallTimeout = .seconds(30)
        // Only a video exists before its file is saved: the rest may go over the wire twice.
        request.sendsOnce = route.kind == .video
        request.responseLimit = 1 << 20
        request.progress = meter?.noteSent
        return request
    }
}

extension RequestOptions {
    /// Whether an upload that failed without harm may begin anew.
    fileprivate var allowsRepeats: Bool { handlesErrors != false && isOnceOnly != true && attempts != .limited(1) }
}
