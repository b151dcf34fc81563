import type { MailLanguage } from './frame.ts'

const longDays = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** `1 December 2026`. */
export function writeDay(day: string, language: MailLanguage): string {
  return longDays[language].format(new Date(day))
}
