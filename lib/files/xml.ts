import { type XMLParser, XMLValidator } from 'fast-xml-parser'

/** No tag of a bank is longer; each attribute would be kept. */
const longestTag = /<[^<>]{20000}/

/** Or the first fault's line; null where no line is at fault, such as nesting too deep. */
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
    // Nested over a hundred times, or a name such as `constructor`.
    return { line: null }
  }
}
