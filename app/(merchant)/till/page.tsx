import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { DateText, Money } from '#components/format/value.tsx'
import { FreshPage } from '#components/layout/fresh-page.tsx'
import { SaleForm } from '#components/till/sale-form.tsx'
import { Alert, Badge, Card, type Tone } from '#components/ui/card.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import type { SaleState } from '#lib/domain/payments/order/till.ts'
import { readTill } from '#lib/services/payments/till.ts'
import type { TillView } from '#lib/views/till.ts'

export const generateMetadata = titleOf('till.title')

export default memberPage(
  'till.read',
  ['failures', 'till'],
  async ({ organisation, actor, query: { field, error, wait } }) => {
    const [t, words, till] = await Promise.all([getTranslations('till'), getTranslations('merchant'), readTill(actor)])
    const wrong = field === 'amount' || field === 'item' ? field : null
    return (
      <>
        <PageHeader title={t('title')} lead={t('lead')} />
        <FreshPage drawn={crypto.randomUUID()} />
        <RefusalNote code={error} wait={wait} className="mb-6" />
        <div className="grid items-start gap-6 md:grid-cols-2">
          {till.stopped === null ? (
            <Card as="div">
              <SaleForm organisation={organisation.id} items={till.items} wrong={wrong} />
              {till.items.length === 0 && may(organisation.role, 'payments.write') ? (
                <p className="mt-4 border-t border-line pt-4 text-sm text-soft">
                  {t('noItems')}{' '}
                  <ButtonLink href="/links/new" variant="quiet" size="small">
                    {words('links.new')}
                  </ButtonLink>
                </p>
              ) : null}
            </Card>
          ) : (
            <Alert tone="warning">{t(`stopped.${till.stopped}`)}</Alert>
          )}
          <DayList till={till} role={organisation.role} />
        </div>
      </>
    )
  },
)

const tones: Record<SaleState, Tone> = {
  waiting: 'neutral',
  paying: 'info',
  failed: 'warning',
  accepted: 'info',
  paid: 'success',
  unclear: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** What was sold today and what was paid of it; a refund for those who may. */
function DayList({ till: { sales, paid, paidCount }, role }: { till: TillView; role: MemberRole }) {
  const t = useTranslations('till')
  return (
    <Card title={t('today')} bodyClass="mt-3">
      <p className="text-3xl font-semibold">
        <Money value={paid} display />
      </p>
      <p className="text-sm text-soft">{t('paidCount', { count: paidCount })}</p>
      {sales.length === 0 ? <p className="mt-4 text-soft">{t('none')}</p> : null}
      <ul className="mt-3 divide-y divide-line">
        {sales.map(({ id, amount, state, note, reference, at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <Link href={`/till/${id}`} className="flex min-h-12 min-w-0 flex-1 items-center gap-3">
              <span className="min-w-0 flex-1">
                <Money value={amount} className="font-medium" />
                <span className="block truncate text-sm text-soft">
                  <DateText value={at} style="time" /> · {note ?? reference}
                </span>
              </span>
              <Badge tone={tones[state]}>{t(`states.${state}.short`)}</Badge>
            </Link>
            {state === 'paid' && may(role, 'refunds.write') ? (
              <Link href={`/refunds/new/${id}`} className="link inline-flex min-h-11 items-center text-sm">
                {t('refund')}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
