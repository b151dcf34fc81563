import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { isRefused, type OpenLineFacts } from '#lib/domain/accounts/open-line.ts'

const known = ['BOOK', 'PDNG', 'FUTR', 'INFO', 'OTHR'] as const

/** A line's status in a word; one we don't know is shown as it came, and what the bank refused is called so. */
export function useStatusWord(): (line: OpenLineFacts) => string {
  const t = useTranslations('accounts')
  return useCallback(
    line => {
      if (isRefused(line)) return t('statuses.refused')
      const { status } = line
      const code = known.find(name => name === status)
      return code ? t(`statuses.${code}`) : t('unknownStatus', { status: status.slice(0, 40) })
    },
    [t],
  )
}

/** What a status means for the money, in a sentence; null for one we don't know. */
export function useStatusMeaning(): (line: OpenLineFacts) => string | null {
  const t = useTranslations('accounts.statusMeanings')
  return line => {
    if (isRefused(line)) return t('refused')
    const { status } = line
    const code = known.find(name => name === status)
    return code ? t(code) : null
  }
}
