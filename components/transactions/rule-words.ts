import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/money-text.ts'
import type { RuleView } from '#lib/views/category.ts'
import type { AccountName } from './account-names.tsx'

/** A rule as a sentence: "Label contains loyer · money out · at least €500.00". */
export function useRuleWords(accounts: readonly AccountName[]): (rule: Omit<RuleView, 'id' | 'lineCount'>) => string {
  const t = useTranslations('transactions.rules')
  const locale = useLocale()
  return ({ pattern, counterparty, direction, min, max, currency, accountId }) => {
    const money = (amount: string) => formatMoney({ amount, currency: currency ?? 'EUR' }, locale)
    return [
      pattern ? t('saysPattern', { pattern }) : null,
      counterparty ? t('saysCounterparty', { name: counterparty }) : null,
      direction ? t(`says.${direction}`) : null,
      min ? t('saysMin', { amount: money(min) }) : null,
      max ? t('saysMax', { amount: money(max) }) : null,
      accountId ? t('saysAccount', { name: accounts.find(({ id }) => id === accountId)?.name ?? '?' }) : null,
    ]
      .filter(part => part !== null)
      .join(' · ')
  }
}
