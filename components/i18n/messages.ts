import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { Locale } from '#components/format/locale.ts'
import * as en from './messages/en.ts'
import * as fr from './messages/fr.ts'

/**
 * All texts of all pages, one file per area and language; the area is the namespace: `useTranslations('link')`.
 * An area is sent whole to the pages that need it (`ClientWords`), so what only one page or only the server says has an area of its own.
 * Failures are keyed by the lists of lib/domain/refusals: `failures.bankCodes.AC01`, `failures.refusals.not_found`,
 * `linkFailures.expired`, `causes.http_503`.
 */
export type Messages = typeof fr
export type Area = keyof Messages

export const messages: Record<Locale, Messages> = { fr: setFrenchSpaces<Messages>(fr), en }

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
