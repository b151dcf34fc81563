import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { z } from 'zod'
import { fill, type Language, type Texts, texts } from '#sandbox/texts/catalogue.ts'

/** Why a form was refused: the code of the refusal, and the schema's issues for an invalid body. */
export type PageRefusal = { readonly code: string; readonly issues: readonly Issue[] }
type Issue = z.core.$ZodIssue

/** The success text for a form's route; null for an unknown one. */
export function sayDone(language: Language, route: string): string | null {
  const { done } = texts[language].desk
  return Object.hasOwn(done, route) ? done[route as keyof typeof done] : null
}

/** What is wrong with a member, for a program: in English, in words of ours. */
export function explainIssue(issue: Issue): string {
  const t = texts.en.desk
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} ${t.issues.unknown}`
  return /^(Invalid|Too) /.test(issue.message) ? sayIssue(t, issue) : issue.message
}

/** A refusal in the language of the page, one sentence per field. */
export function sayRefusal(language: Language, { code, issues }: PageRefusal): readonly string[] {
  const known: Readonly<Record<string, string>> = texts[language].desk.refusals
  if (issues.length === 0) return [known[code] ?? texts[language].desk.refusals.malformed]
  return [...new Set(issues.map(issue => `${fieldOf(language, issue)} ${sayIssue(texts[language].desk, issue)}.`))]
}

const quoted: Readonly<Record<Language, (name: string) => string>> = {
  fr: name => setFrenchSpaces(`« ${name} »`),
  en: name => `“${name}”`,
}

// The field's label on the page, or its name if it has none.
function fieldOf(language: Language, { path }: Issue): string {
  const labels: Readonly<Record<string, string>> = texts[language].desk.fields
  const name = path.findLast(part => typeof part === 'string') ?? ''
  return quoted[language]((labels[String(name)] ?? String(name)).replace(/ \([^(]*\)$/, ''))
}

function sayIssue({ issues: t }: Texts['desk'], issue: Issue): string {
  const field = issue.path.at(-1)
  if (field === 'amount') return t.amount
  if (field === 'code') return t.code
  if (issue.code === 'invalid_type') return sayType(t, issue)
  if (issue.code === 'too_big') return fill(sizes(t, issue.origin).big, { limit: String(issue.maximum) })
  if (issue.code === 'too_small') return fill(sizes(t, issue.origin).small, { limit: String(issue.minimum) })
  if (issue.code === 'invalid_value') return fill(t.oneOf, { values: issue.values.map(String).join(', ') })
  if (issue.code === 'invalid_union' && 'options' in issue)
    return fill(t.oneOf, { values: (issue.options ?? []).map(String).join(', ') })
  if (issue.code === 'unrecognized_keys') return t.unknown
  return t.form
}

function sayType(t: Texts['desk']['issues'], { expected, message }: z.core.$ZodIssueInvalidType): string {
  if (/received undefined$/.test(message)) return t.missing
  if (expected === 'int') return t.integer
  return expected === 'number' ? t.number : t.form
}

function sizes(t: Texts['desk']['issues'], origin: string): { big: string; small: string } {
  if (origin === 'string') return { big: t.longest, small: t.empty }
  return origin === 'array' ? { big: t.most, small: t.empty } : { big: t.atMost, small: t.atLeast }
}

const executionFaults: readonly (readonly [RegExp, keyof Texts['desk']['executionFaults']])[] = [
  [/nothing is due of|is not due$/, 'not_due'],
  [/can't happen to an instruction/, 'wrong_state'],
  [/no payment /, 'unknown_payment'],
  [/UNIQUE constraint failed/, 'executed_already'],
]

/** Why an execution failed, in the language of the page; the caller adds the store's own message. */
export function sayExecutionFault(language: Language, fault: string): string {
  const known = executionFaults.find(([pattern]) => pattern.test(fault))
  return texts[language].desk.executionFaults[known?.[1] ?? 'not_written']
}
