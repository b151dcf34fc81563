import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/text.ts'
import type { LinkView } from '#lib/views/organisation.ts'

/** The amount of a link, or the bounds of an open amount. */
export function LinkAmount({ link }: { link: Pick<LinkView, 'amount' | 'min' | 'max'> }) {
  const t = useTranslations('merchant.links')
  const locale = useLocale()
  const { amount, min, max } = link
  if (amount !== null) return <>{formatMoney(amount, locale)}</>
  if (min !== null && max !== null) {
    const range = t('between', { min: formatMoney(min, locale), max: formatMoney(max, locale) })
    return <>{t('range', { range })}</>
  }
  if (min !== null) return <>{t('range', { range: t('from', { min: formatMoney(min, locale) }) })}</>
  if (max !== null) return <>{t('range', { range: t('upTo', { max: formatMoney(max, locale) }) })}</>
  return <>{t('openAmount')}</>
}
