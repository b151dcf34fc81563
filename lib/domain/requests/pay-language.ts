/**
 * The language that a shop wants for its payer's pages, set by `?lang=` of their address. It outweighs the visitor's choice until they
 * choose on such a page.
 */

/** Of the pages below /pay alone. */
export const payLanguageCookie = 'guichet_pay_language'

/** A language of the product; null for anything else. */
export function readPayLanguage(text: string | null | undefined): 'fr' | 'en' | null {
  return text === 'fr' || text === 'en' ? text : null
}
