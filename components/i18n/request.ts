import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { isLocale, type Locale, localeCookie, matchLocale, timeZone } from '#components/format/locale.ts'
import { now } from '#lib/clock.ts'
import { payLanguageCookie, readPayLanguage } from '#lib/domain/requests/pay-language.ts'
import { messages } from './messages.ts'

/**
 * The language of this request, without a prefix in the URL: on a payer's page the shop's wish, else the person's choice, stored in a
 * cookie by signing in and by the language switch, else the browser's preference.
 */
export default getRequestConfig(async ({ locale }) => {
  const chosen = isLocale(locale) ? locale : await readLocale()
  return { locale: chosen, messages: messages[chosen], timeZone, now: now() }
})

async function readLocale(): Promise<Locale> {
  const jar = await cookies()
  const ofShop = readPayLanguage(jar.get(payLanguageCookie)?.value)
  const kept = jar.get(localeCookie)?.value
  if (ofShop !== null) return ofShop
  return isLocale(kept) ? kept : matchLocale((await headers()).get('accept-language'))
}
