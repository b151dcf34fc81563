import { NextIntlClientProvider } from 'next-intl'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Area, messages } from './messages.ts'

type ClientWordsProps = { areas: readonly Area[]; children?: ReactNode }

/** Sends the words of these areas, and those of fields and buttons (`common`), to the client components inside. */
export async function ClientWords({ areas, children }: ClientWordsProps) {
  const all = messages[await getLocale()]
  const words = Object.fromEntries((['common', ...areas] as const).map(area => [area, all[area]]))
  return <NextIntlClientProvider messages={words}>{children}</NextIntlClientProvider>
}
