import { IntlMessageFormat } from 'intl-messageformat'
import { asFrenchWrite } from './french-dates.ts'

/** Date styles of messages: `{on, date, day}`. */
const dateStyles = {
  day: { dateStyle: 'long', timeZone: 'UTC' },
  dayMonth: { day: 'numeric', month: 'long', timeZone: 'UTC' },
  moment: { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const localeTags = { en: 'en-GB', fr: 'fr-FR' }

class FrenchDates extends Intl.DateTimeFormat {
  override format(date?: Date | number): string {
    return asFrenchWrite(super.format(date))
  }
}

const formatters = {
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) => new FrenchDates(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
}

/** An ICU message of ours with its values, which are never read as messages. Throws if one is missing. */
export function formatMessage(
  message: string,
  values: Readonly<Record<string, string | number | Date>>,
  language: 'fr' | 'en',
): string {
  const options = language === 'fr' ? { ignoreTag: true, formatters } : { ignoreTag: true }
  const format = new IntlMessageFormat(message, localeTags[language], { date: dateStyles }, options)
  return String(format.format(values))
}
