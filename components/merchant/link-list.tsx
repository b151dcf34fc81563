import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/text.ts'
import { DateText } from '#components/format/value.tsx'
import { Badge } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { LinkView } from '#lib/views/organisation.ts'

/** The state of a link. */
export function LinkStateBadge({ state }: { state: LinkView['state'] }) {
  const t = useTranslations('merchant.links.states')
  return <Badge tone={state === 'open' ? 'success' : 'neutral'}>{t(state)}</Badge>
}

/** A list of links, each row leading to the link's page. */
export function LinkList({ links }: { links: readonly LinkView[] }) {
  const t = useTranslations('merchant.links')
  return (
    <ul aria-label={t('caption')} className="divide-y divide-line">
      {links.map(link => (
        <li key={link.id} className="relative px-5 py-3.5 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link
              href={`/links/${link.id}`}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {link.title}
            </Link>
            <span className="tabular font-semibold">
              <LinkAmount link={link} />
            </span>
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <span>
              {t('paid', { paid: link.paid, uses: link.uses })} · <DateText value={link.createdAt} style="long" />
            </span>
            <LinkStateBadge state={link.state} />
          </div>
        </li>
      ))}
    </ul>
  )
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
