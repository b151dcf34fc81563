import { IntlMessageFormat } from 'intl-messageformat'

/** Date styles of messages: `{on, date, day}`. */
const dateStyles = {
  day: { dateStyle: 'long', timeZone: 'UTC' },
  dayMonth: { day: 'numeric', month: 'long', timeZone: 'UTC' },
  moment: { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const localeTags = { en: 'en-GB', fr: 'fr-FR' }

/** An ICU message of ours with its values, which are never read as messages. Throws if one is missing. */
export function formatMessage(
  message: string,
  values: Readonly<Record<string, string | number | Date>>,
  language: 'fr' | 'en',
): string {
  const format = new IntlMessageFormat(message, localeTags[language], { date: dateStyles }, { ignoreTag: true })
  return String(format.format(values))
}
