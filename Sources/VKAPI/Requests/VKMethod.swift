// Govorun: methods that the schema does not know. SPDX-License-Identifier: MIT
import TapeJSON

/// A method as a type, for what is not among the generated ones:
/// ```swift
/// struct GetThing: VKMethod {
///     typealias Response = JSON
///     static let name = "things.get"
///     var thingID: Int
/// }
/// let thing = try await vk.call(GetThing(thingID: 7)).send()
/// ```
/// Its stored properties are the parameters: `thingID` goes out as `thing_id`, one that is `nil` does not.
public protocol VKMethod: Sendable {
    /// What its answer is read as.
    associatedtype Response: VKResponse
    /// VK's name, case sensitive.
    static var name: String { get }
    /// What goes into the form.
    var parameters: Parameters { get }
}

extension VKMethod {
    /// The stored properties under VK's names; those whose type is no `ParameterValue` are left out.
    public var parameters: Parameters {
        var parameters = Parameters()
        for case (let label?, let value) in Mirror(reflecting: self).children {
            parameters[label.snakeCased] = (value as? any ParameterValue)?.parameterText
        }
        return parameters
    }
}

extension VKClient {
    /// A call of `method`.
    public func call<Method: VKMethod>(_ method: Method) -> Request<Method.Response> { request(Method.name, method.parameters) }
}
