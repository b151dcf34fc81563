import type { Metadata } from 'next'
import type { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'

type Key = Parameters<ReturnType<typeof useTranslations<never>>>[0]

/** The metadata of a page whose title is a text without values: `export const generateMetadata = titleOf('invoices.title')`. */
export function titleOf(key: Key, more: Metadata = {}): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations())(key), ...more })
}
