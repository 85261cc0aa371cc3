import Testing
import Values

@testable import Cards

@Suite("card template")
struct CardTemplateTests {
    @Test(
        "fills keys in string values only",
        arguments: [
            (#"{"a":"Hi {{name}}!"}"#, #"{"a":"Hi Ana \"A\"!"}"#),
            (#"["{{ name }}",1,null]"#, #"["Ana \"A\"",1,null]"#),
            (#""{{unknown}} {{n}}""#, #""{{unknown}} 3""#),
            (#""{{user.name}} {{user.city}}""#, #""exact Graz""#),
            (#""{{loop}}""#, #""{{name}}""#),
            (#"{"{{name}}":1}"#, #"{"{{name}}":1}"#),
            (#""{{cta}}""#, #"{"type":"openUrl"}"#),
            (#""x {{cta}}""#, #""x {{cta}}""#),
            (#""{{{{name}}}}""#, #""{{Ana \"A\"}}""#),
            (#""{{name}""#, #""{{name}""#),
            (#""{{}} é {{n}}é""#, #""{{}} é 3é""#),
        ]
    )
    func substitution(content: String, expected: String) throws {
        let variables = try #require(
            JSONText.parse(
                #"{"name":"Ana \"A\"","n":3,"user.name":"exact","user":{"name":"path","city":"Graz"},"loop":"{{name}}","cta":{"type":"openUrl"}}"#
            ).object
        )
        let result = CardTemplate.substitute(try JSONText.parse(content), variables: variables)
        #expect(result.text == expected)
    }

    @Test("lists the keys it asks for")
    func keys() throws {
        let content = try JSONText.parse(#"{"a":"{{b}} {{ a }}","c":["{{b}}"]}"#)
        #expect(CardTemplate.keys(in: content) == ["b", "a"])
    }
}
