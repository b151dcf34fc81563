import type { ConsentChoice } from '@guichet/stet/terms/consent-choice.ts'
import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { useList } from '#components/format/use-list.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { groupTicked } from './draft.ts'

type Frame = { bankName: string; expiresAt: string | null }

/** The choice to be sent, in words (C21). */
export function useSummary({ bankName, expiresAt }: Frame): (choice: ConsentChoice) => string {
  const t = useTranslations('consent.summary')
  const list = useList()
  const locale = useLocale()
  return choice => {
    const parts = groupTicked(choice).map(({ kinds, count }) =>
      t('ofAccounts', { kinds: list(kinds.map(kind => t(kind))), count }),
    )
    if (choice.psuIdentity) parts.push(t('identity'))
    if (parts.length === 0) return t('nothing', nameBank(bankName))
    const what = list(parts)
    if (!expiresAt) return t('sentence', { what, ...nameBank(bankName) })
    return t('sentenceUntil', {
      what,
      ...nameBank(bankName),
      date: formatDate(expiresAt, locale).replaceAll(' ', '\u00a0'),
    })
  }
}
