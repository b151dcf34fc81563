import { absent, type Shown, shownValue } from './shown.ts'

/** For tests: a member of a bank's answer, null if absent. */
export function shownText(text: string | null): Shown<string> {
  return text === null ? absent : shownValue(text)
}
