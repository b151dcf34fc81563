import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/text.ts'
import { DateText } from '#components/format/value.tsx'
import { Badge } from '#components/ui/card.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
import type { LinkView } from '#lib/views/organisation.ts'

/** The state of a link. */
export function LinkStateBadge({ state }: { state: LinkView['state'] }) {
  const t = useTranslations('merchant.links.states')
  return <Badge tone={state === 'open' ? 'success' : 'neutral'}>{t(state)}</Badge>
}

/** A list of links, each row leading to the link's page. */
export function LinkList({ links }: { links: readonly LinkView[] }) {
  const t = useTranslations('merchant.links')
  const rows = links.map(link => ({
    key: link.id,
    href: `/links/${link.id}`,
    name: link.title,
    amount: <LinkAmount link={link} />,
    text: (
      <>
        {t('paid', { paid: link.paid, uses: link.uses })} · <DateText value={link.createdAt} style="long" />
      </>
    ),
    badge: <LinkStateBadge state={link.state} />,
  }))
  return <LinkRows label={t('caption')} rows={rows} />
}

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
