/** The two languages of the product. French, the first, is the default. */
export const locales = ['fr', 'en'] as const
export type Locale = (typeof locales)[number]

/** The cookie that remembers the choice of a visitor; the signed-in person's own choice is written into it too. */
export const localeCookie = 'guichet_locale'

/** Bank days are Paris days (decision bank:D31), so every date is shown there. */
export const timeZone = 'Europe/Paris'

/** The tag whose formats we use: English as read in Europe, with the day before the month. */
export const formatTags: Record<Locale, string> = { fr: 'fr-FR', en: 'en-GB' }

export function isLocale(value: unknown): value is Locale {
  return locales.some(locale => locale === value)
}

/** The supported language with the highest weight in an Accept-Language header; French if none. */
export function matchLocale(acceptLanguage: string | null): Locale {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map(readRange)
    .filter(range => range.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) if (isLocale(language)) return language
  return 'fr'
}

function readRange(text: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = text.trim().toLowerCase().split(';')
  const quality = parameters.map(parameter => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
  return { language: tag.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) || 0 }
}
