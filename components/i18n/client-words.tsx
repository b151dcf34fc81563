import { getLocale, getNow } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Locale, timeZone } from '#components/format/locale.ts'
import { type Area, type Messages, messages } from './messages.ts'
import { SentWords } from './sent-words.tsx'

/** An area, or a part of one: `accounts.balances`. */
export type Words = { readonly [A in Area]: A | `${A}.${keyof Messages[A] & string}` }[Area]
type ClientWordsProps = { areas: readonly Words[]; children?: ReactNode }

/** Sends these words, and those of fields and buttons (`common`), to the client components inside. */
export async function ClientWords({ areas, children }: ClientWordsProps) {
  const [locale, now] = await Promise.all([getLocale(), getNow()])
  const key = [locale, ...areas].join(' ')
  const text = texts.get(key) ?? JSON.stringify(wordsOf(locale, areas))
  texts.set(key, text)
  return (
    <SentWords locale={locale} now={now} timeZone={timeZone} text={text}>
      {children}
    </SentWords>
  )
}

/** By language and areas, of which the code has as many as it has pages. */
const texts = new Map<string, string>()

function wordsOf(locale: Locale, areas: readonly Words[]): Record<string, object> {
  const all: Record<string, object> = messages[locale]
  const words: Record<string, object> = {}
  for (const name of ['common', ...areas]) {
    const [area = '', part] = name.split('.')
    const whole = all[area] ?? {}
    const chosen = part === undefined ? withoutReasons(area, whole) : { [part]: Reflect.get(whole, part) }
    words[area] = { ...words[area], ...chosen }
  }
  return words
}

/** Why something was refused comes with the refusal (`app/problem.ts`), unless another than our server refused. */
function withoutReasons(area: string, whole: object): object {
  if (area !== 'failures') return whole
  const { bankCodes: _, refusals, ...rest } = whole as Messages['failures']
  const { our_fault, not_signed_in } = refusals
  return { ...rest, refusals: { our_fault, not_signed_in } }
}
