import { absent, type Shown, shownValue } from './shown.ts'

/** For tests: a member as a bank's answer has it, null where it has none. */
export function shownText(text: string | null): Shown<string> {
  return text === null ? absent : shownValue(text)
}
