// Govorun: the OAuth addresses. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Answers `/authorize`, `/access_token`, `/oauth2/auth` and `/blank.html` (protocol reference, section 20).
struct OAuthEndpoint: Sendable {
    let simulator: VKSimulator

    /// - Returns: nil for any other address.
    func answer(_ request: ServerRequest) -> ServerResponse? {
        switch request.path {
        case "/authorize": authorize(request)
        case "/access_token": token(request)
        case "/oauth2/auth": request.method == "POST" ? exchange(request) : .methodNotAllowed("POST")
        case "/blank.html": .page("blank", "<p>Не копируйте адрес этой страницы: в нём токен.</p>")
        default: nil
        }
    }

    /// Shows who could allow it; with `simulator_user` that person has allowed it, with `simulator_deny` refused.
    private func authorize(_ request: ServerRequest) -> ServerResponse {
        let now = simulator.configuration.time.now
        do throws(OAuthFailure) {
            let asked = try simulator.change { world throws(OAuthFailure) in try AuthorizeRequest(request.query, in: world) }
            if request.query.first(named: "simulator_deny") != nil { return Self.denial(asked) }
            guard let name = request.query.first(named: "simulator_user") else { return simulator.change { $0.authorizePage(asked) } }
            return try simulator.change { world throws(OAuthFailure) in
                guard let person = Int(name) ?? world.resolve(name), world.people[person] != nil else {
                    throw .request("there is no such person")
                }
                return .redirect(to: world.allow(asked, by: person, at: now.at))
            }
        } catch {
            return error.response
        }
    }

    private static func denial(_ asked: AuthorizeRequest) -> ServerResponse {
        var fields = [
            ("error", "access_denied"), ("error_reason", "user_denied"), ("error_description", "User denied your request"),
        ]
        if let state = asked.state { fields.append(("state", state)) }
        return .redirect(to: asked.redirect.adding(fields, asFragment: !asked.wantsCode))
    }

    private func token(_ request: ServerRequest) -> ServerResponse {
        let (parameters, now) = (Parameters(request), simulator.configuration.time.now)
        do throws(OAuthFailure) {
            return .json(200, try simulator.change { world throws(OAuthFailure) in try world.token(parameters, at: now.at) }.bytes)
        } catch {
            return error.response
        }
    }

    private func exchange(_ request: ServerRequest) -> ServerResponse {
        let (parameters, now) = (Parameters(request), simulator.configuration.time.now)
        do throws(OAuthFailure) {
            return .json(200, try simulator.change { world throws(OAuthFailure) in try world.exchange(parameters, at: now.at) }.bytes)
        } catch {
            return error.response
        }
    }
}

extension World {
    /// The page on which a person allows or refuses.
    fileprivate func authorizePage(_ asked: AuthorizeRequest) -> ServerResponse {
        let items = peopleOrder.compactMap { people[$0] }.map { person in
            let link = escapedHTML(asked.link(adding: "simulator_user", "\(person.id)"))
            return "<li><a href=\"\(link)\">\(escapedHTML("\(person.firstName) \(person.lastName)"))</a></li>"
        }
        let deny = escapedHTML(asked.link(adding: "simulator_deny", "1"))
        return .page(
            "Приложение \(asked.app.id) просит доступ",
            "<p>Разрешить как:</p><ul>\(items.joined())</ul><p><a href=\"\(deny)\">Запретить</a></p>")
    }

    /// Where a person who allowed it is sent.
    fileprivate mutating func allow(_ asked: AuthorizeRequest, by person: Int, at time: Duration) -> String {
        guard asked.communities.allSatisfy({ isOfficer(person, .administrator, of: $0) }) else {
            let fields = [("error", "access_denied"), ("error_description", "only administrators may give a community's token")]
            return asked.redirect.adding(fields, asFragment: !asked.wantsCode)
        }
        var fields = asked.wantsCode ? code(asked, person, at: time) : implicit(asked, person, at: time)
        if let state = asked.state { fields.append(("state", state)) }
        return asked.redirect.adding(fields, asFragment: !asked.wantsCode)
    }

    private mutating func code(_ asked: AuthorizeRequest, _ person: Int, at time: Duration) -> [(String, String)] {
        var grant = Grant(
            app: asked.app.id, person: person, redirect: asked.redirect, scope: asked.scope, communities: asked.communities,
            challenge: asked.challenge, end: time + GrantDesk.codeLifetime)
        guard asked.challenge != nil else { return [("code", grants.keep(grant, as: "code", salt: salt))] }
        grant.device = String(grants.secret("device", salt: salt).prefix(22))
        return [
            ("code", grants.keep(grant, as: "code", salt: salt)), ("device_id", grant.device), ("type", "code_v2"), ("expires_in", "600"),
        ]
    }

    private mutating func implicit(_ asked: AuthorizeRequest, _ person: Int, at time: Duration) -> [(String, String)] {
        guard asked.communities.isEmpty else {
            return asked.communities.map { id in
                ("access_token_\(id)", makeToken(for: .community(id), rights: asked.scope, lifetime: nil, at: time))
            } + [("expires_in", "0")]
        }
        let token = userToken(person, asked.scope, at: time)
        return [("access_token", token.text), ("expires_in", "\(token.seconds)"), ("user_id", "\(person)")]
    }

    /// A day, unless `offline` makes it last.
    func tokenLifetime(_ scope: Int) -> Int { scope & 65_536 == 0 ? 86_400 : 0 }

    mutating func userToken(_ person: Int, _ scope: Int, at time: Duration) -> (text: String, seconds: Int) {
        let seconds = tokenLifetime(scope)
        let lifetime = seconds == 0 ? nil : Duration.seconds(seconds)
        return (makeToken(for: .person(person), rights: scope, lifetime: lifetime, at: time), seconds)
    }
}
