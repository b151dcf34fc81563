import { type XMLParser, XMLValidator } from 'fast-xml-parser'

/** No tag of a bank or of a drawing is longer; each of its attributes would be kept. */
const longestTag = /<[^<>]{20000}/

/** What the parser makes of a document, or the line of the first fault; null where it is none of one line, such as nesting too deep. */
export function parseXml(
  parser: XMLParser,
  text: string,
): { readonly parsed: unknown } | { readonly line: number | null } {
  if (longestTag.test(text)) return { line: null }
  const sound = XMLValidator.validate(text)
  if (sound !== true) return { line: sound.err.line }
  try {
    return { parsed: parser.parse(text) }
  } catch {
    // Nested more than a hundred times, or a name such as `constructor`.
    return { line: null }
  }
}
