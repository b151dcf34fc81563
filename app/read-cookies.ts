import { isLocale, type Locale, localeCookie, matchLocale } from '#components/format/locale.ts'

/** The cookies of a request by name. */
export function readCookies(request: Request): ReadonlyMap<string, string> {
  const text = request.headers.get('cookie') ?? ''
  return new Map(
    text.split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}

/** The language of the page that sent it. */
export function localeOf(request: Request): Locale {
  const kept = readCookies(request).get(localeCookie)
  return isLocale(kept) ? kept : matchLocale(request.headers.get('accept-language'))
}
