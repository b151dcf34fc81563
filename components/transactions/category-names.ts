import type { Locale } from '#components/format/locale.ts'
import { messages } from '#components/i18n/messages.ts'

/** Words of the built-in categories, for files. */
export function categoryNames(locale: Locale): ReadonlyMap<string, string> {
  return new Map(Object.entries(messages[locale].transactions.categories))
}
