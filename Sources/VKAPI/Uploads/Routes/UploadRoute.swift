// Govorun: the three steps of one upload, as a value. SPDX-License-Identifier: MIT
import TapeJSON

/// Where the file goes, under which name it stands in the form, and how it is saved.
struct UploadRoute: Sendable {
    /// What happens with the upload server's answer.
    enum Saving: Sendable {
        /// A call with these fields of the answer, given on unchanged.
        case call(Call, taking: [String])
        /// A call with one field of the answer under another name; dots lead into objects.
        case renamed(Call, field: String, parameter: String)
        /// A call with the whole body of the answer as it came.
        case whole(Call, parameter: String)
        /// Nothing: the thing exists since the address was asked for, and what VK said then is the result.
        case nothing
    }

    let kind: UploadKind
    /// Asks for the address.
    let server: Call
    /// The name of the form's part; of album photos with their number, `file1` … `file5`.
    let field: String
    /// Text parts of the form, before the file.
    var texts: [(name: String, value: String)] = []
    /// The field of the answer that VK leaves empty when it refuses the file; dots lead into objects. `nil`: any object will do.
    let proof: String?
    let saving: Saving
    /// Whether there is no file: a look at the address tells VK to fetch what the first call named.
    var isVisit = false

    /// The name of the form's part of file `number`, from 1.
    func fieldName(_ number: Int) -> String { kind == .albumPhotos ? "\(field)\(number)" : field }

    /// The call that saves what `answer` stands for; `nil` where nothing is to be saved.
    func saveCall(for answer: JSON) -> Call? {
        switch saving {
        case .call(var call, let fields):
            for field in fields where answer[field].exists { call.parameters[field] = answer[field].formText }
            return call
        case .renamed(var call, let field, let parameter):
            call.parameters[parameter] = answer.at(field).formText
            return call
        case .whole(var call, let parameter):
            call.parameters[parameter] = answer.rawText
            return call
        case .nothing: return nil
        }
    }

    /// The method whose answer is the result.
    var lastMethod: String { saveCall(for: .absent)?.method ?? server.method }

    /// The place where the result ends up, spelled out: equal texts mean equal places.
    var place: String {
        let save = saveCall(for: .absent)
        let calls = [server, save].compactMap { $0 }
        return calls.map { "\($0.method)?\(String(decoding: $0.parameters.formBody, as: UTF8.self))" }.joined(separator: " ")
    }
}
