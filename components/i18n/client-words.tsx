import { NextIntlClientProvider } from 'next-intl'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Area, type Messages, messages } from './messages.ts'

/** An area, or a part of one: `accounts.balances`. */
export type Words = { readonly [A in Area]: A | `${A}.${keyof Messages[A] & string}` }[Area]
type ClientWordsProps = { areas: readonly Words[]; children?: ReactNode }

/** Sends these words, and those of fields and buttons (`common`), to the client components inside. */
export async function ClientWords({ areas, children }: ClientWordsProps) {
  const all: Record<string, object> = messages[await getLocale()]
  const words: Record<string, object> = {}
  for (const name of ['common', ...areas]) {
    const [area = '', part] = name.split('.')
    const whole = all[area] ?? {}
    const chosen = part === undefined ? withoutReasons(area, whole) : { [part]: Reflect.get(whole, part) }
    words[area] = { ...words[area], ...chosen }
  }
  return <NextIntlClientProvider messages={words}>{children}</NextIntlClientProvider>
}

/** Why something was refused comes with the refusal (`app/problem.ts`), unless another than our server refused. */
function withoutReasons(area: string, whole: object): object {
  if (area !== 'failures') return whole
  const { bankCodes: _, refusals, ...rest } = whole as Messages['failures']
  const { our_fault, not_signed_in } = refusals
  return { ...rest, refusals: { our_fault, not_signed_in } }
}
