import { useTranslations } from 'next-intl'
import { useCallback } from 'react'

const known = ['BOOK', 'PDNG', 'FUTR', 'INFO', 'OTHR'] as const

/** A line's status in a word; one we don't know is shown as it came. */
export function useStatusWord(): (status: string) => string {
  const t = useTranslations('accounts')
  return useCallback(
    status => {
      const code = known.find(name => name === status)
      return code ? t(`statuses.${code}`) : t('unknownStatus', { status: status.slice(0, 40) })
    },
    [t],
  )
}

/** What a status means for the money, in a sentence; null for one we don't know. */
export function useStatusMeaning(): (status: string) => string | null {
  const t = useTranslations('accounts.statusMeanings')
  return status => {
    const code = known.find(name => name === status)
    return code ? t(code) : null
  }
}
