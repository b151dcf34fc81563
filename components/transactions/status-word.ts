import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { isRefused, type OpenLineFacts } from '#lib/domain/accounts/open-line.ts'

const known = ['BOOK', 'PDNG', 'FUTR', 'INFO', 'OTHR'] as const

/** A transaction's status in words; an unknown one is shown unchanged, and a refused transaction is called so. */
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

/** What a status means for the money, in a sentence; null if unknown. */
export function useStatusMeaning(): (line: OpenLineFacts) => string | null {
  const t = useTranslations('accounts.statusMeanings')
  return line => {
    if (isRefused(line)) return t('refused')
    const { status } = line
    const code = known.find(name => name === status)
    return code ? t(code) : null
  }
}
