import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** Everything that the bank's pages say, by page. `{name}` is a placeholder. */
export type Texts = typeof fr
export const texts: Readonly<Record<Language, Texts>> = { fr: setFrenchSpaces(fr), en }

/** Why only the bank's own page is shown, without a redirect (bank:D6). */
export type Problem = keyof Texts['screens']['problems']

/** Faults of a typed identifier. */
export type Malformed = keyof Texts['screens']['malformed']

/** Replaces `{name}` in a text. The result is plain text: the template escapes it. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export const localeOf = (language: Language): string => (language === 'fr' ? 'fr-FR' : 'en-GB')

/** A date or time in Paris. */
export function formatTime(language: Language, date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeZone: 'Europe/Paris', ...options }).format(date)
}

/** The language of a request: the customer's choice, else the first supported one of Accept-Language, else French. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | null): Language {
  const own = languages.find(language => language === chosen)
  if (own) return own
  const wished = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map(p => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(q => q !== undefined)
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(wish => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (
    languages.find(language => language === wished.find(wish => wish.tag === 'fr' || wish.tag === 'en')?.tag) ?? 'fr'
  )
}

/** The other language, for the switch. */
export function otherLanguage(language: Language): Language {
  return language === 'fr' ? 'en' : 'fr'
}
