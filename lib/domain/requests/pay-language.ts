/** `?lang=` of a payer's page; the payer's own choice on such a page outweighs it. */

/** Below /pay. */
export const payLanguageCookie = 'guichet_pay_language'

export function readPayLanguage(text: string | null | undefined): 'fr' | 'en' | null {
  return text === 'fr' || text === 'en' ? text : null
}
