import { absent, type ParsedField, parsedValue } from './parsed-field.ts'

/** For tests: a member of a bank's answer, null if absent. */
export function shownText(text: string | null): ParsedField<string> {
  return text === null ? absent : parsedValue(text)
}
