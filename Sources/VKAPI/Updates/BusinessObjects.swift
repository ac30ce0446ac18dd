// Govorun: views of orders, payments and forms (source: the reference, "Event types"). SPDX-License-Identifier: MIT
public import TapeJSON

/// `lead_forms_new`: somebody filled in a form of the community's.
public struct LeadForm: VKObject {
    /// One question with what was answered.
    public struct Answer: Sendable, Equatable {
        /// The question's key.
        public let key: String
        /// The question.
        public let question: String
        /// What was answered; `nil` when it was left open. Several choices are joined by commas.
        public let answer: String?
    }

    /// What VK sent.
    public let json: JSON
    /// A view of the object of `lead_forms_new`.
    public init(_ json: JSON) { self.json = json }

    /// The id of what was filled in.
    public var leadID: Int { json["lead_id"].int ?? 0 }
    /// Who filled it in.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// The form.
    public var formID: Int { json["form_id"].int ?? 0 }
    /// Its name.
    public var formName: String { json["form_name"].string ?? "" }
    /// The advertisement it came by, if by one.
    public var adID: Int? { json["ad_id"].int.flatMap { $0 == 0 ? nil : $0 } }
    /// What was answered, in the form's order.
    public var answers: [Answer] {
        json["answers"].items.map { item in
            let answer = item["answer"]
            let several = answer.items.compactMap(\.text).joined(separator: ", ")
            return Answer(
                key: item["key"].text ?? "", question: item["question"].string ?? "",
                answer: answer.text ?? (answer.count == 0 ? nil : several))
        }
    }
}

/// `donut_subscription_create`, `_prolonged`, `_expired` and `_cancelled`: a paid subscription began, went on or ended.
public struct DonutSubscription: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// Whose, where VK says it.
    public var userID: Int? { json["user_id"].int }
    /// Roubles, where it began or went on.
    public var amount: Double? { json["amount"].double }
    /// The same without VK's share.
    public var amountWithoutFee: Double? { json["amount_without_fee"].double }
}

/// `donut_subscription_price_changed`.
public struct DonutPriceChange: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `donut_subscription_price_changed`.
    public init(_ json: JSON) { self.json = json }

    /// Whose, where VK says it.
    public var userID: Int? { json["user_id"].int }
    /// Roubles before.
    public var amountOld: Double { json["amount_old"].double ?? 0 }
    /// Roubles now.
    public var amountNew: Double { json["amount_new"].double ?? 0 }
}

/// `donut_money_withdraw` and `donut_money_withdraw_error`: money was paid out to the community, or could not be.
public struct DonutWithdrawal: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// Roubles; `nil` when it failed.
    public var amount: Double? { json["amount"].double }
    /// The same without VK's share.
    public var amountWithoutFee: Double? { json["amount_without_fee"].double }
    /// Why it failed; `nil` when it did not.
    public var reason: String? { json["reason"].string }
}

/// `vkpay_transaction`: somebody paid the community.
public struct VKPayTransaction: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `vkpay_transaction`.
    public init(_ json: JSON) { self.json = json }

    /// Who paid.
    public var fromID: Int { json["from_id"].int ?? 0 }
    /// Thousandths of a rouble.
    public var amount: Int { json["amount"].int ?? 0 }
    /// The payer's words.
    public var description: String { json["description"].string ?? "" }
    /// Unix seconds.
    public var date: Int { json["date"].int ?? 0 }
    /// JSON text of the payment button's payload.
    public var payload: String? { json["payload"].string }
}

/// `app_payload`: an app of the community's sent something.
public struct AppPayload: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `app_payload`.
    public init(_ json: JSON) { self.json = json }

    /// Whose app session.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// The app.
    public var appID: Int { json["app_id"].int ?? 0 }
    /// What it sent.
    public var payload: String { json["payload"].string ?? "" }
}
