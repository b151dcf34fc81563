import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { ExportCard } from '#components/merchant/export-card.tsx'
import { FilterButtons } from '#components/merchant/filters.tsx'
import { NoPayments } from '#components/merchant/no-payments.tsx'
import { PaymentTable } from '#components/merchant/payment-table.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { type Choice, SelectField, TextField } from '#components/ui/field.tsx'
import { PageHeader, Pager } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import {
  orderKinds,
  type PaymentFilter,
  readPaymentFilter,
  writePaymentFilter,
} from '#lib/domain/payments/order/filter.ts'
import { shownStatuses } from '#lib/domain/payments/order/paid.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listPayments } from '#lib/services/payments/list.ts'
import { bankNames } from '#lib/services/payments/read.ts'

export const generateMetadata = titleOf('merchant.payments.title')

export default memberPage('payment.read', async ({ organisation, mode, actor, as, query: asked }) => {
  const query = plainQuery(asked)
  const { filter, wrong } = readPaymentFilter(query)
  const cursor = query.get('cursor')
  const read = (from: string | null) => listPayments(actor, { filter, cursor: from })
  const [t, names, stopped, { payments, next, isLost }] = await Promise.all([
    getTranslations('merchant.payments'),
    bankNames(),
    readStopped(as('activation.read')),
    read(cursor)
      .then(page => ({ ...page, isLost: false }))
      .catch(async error => {
        if (error instanceof Refused && error.field === 'cursor') return { ...(await read(null)), isLost: true }
        throw error
      }),
  ])
  const kept = writePaymentFilter(filter)
  const isUnfiltered = Object.keys(kept).length === 0 && wrong === null && cursor === null
  const address = (more: Record<string, string>) => `/payments?${new URLSearchParams({ ...kept, ...more })}`
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <LiveNote stopped={stopped} className="mb-6" />
      {payments.length === 0 && isUnfiltered ? null : <PaymentFilters filter={filter} banks={[...names]} />}
      <div aria-live="polite" className="mb-4 grid gap-3 empty:hidden">
        {wrong ? (
          <Alert tone="warning">
            {t('wrong', { field: wrong === 'q' || wrong === 'link' ? t('search') : t(wrong) })}
          </Alert>
        ) : null}
        {isLost ? <Alert tone="warning">{t('wrongCursor')}</Alert> : null}
      </div>
      <Card flush>
        {payments.length === 0 && isUnfiltered ? (
          <NoPayments mode={mode} mayWrite={may(organisation.role, 'payments.write')} isStopped={stopped !== null} />
        ) : payments.length === 0 ? (
          <p className="px-5 py-6 text-soft sm:px-6">{t('none')}</p>
        ) : (
          <PaymentTable payments={payments} caption={t('caption')} />
        )}
      </Card>
      <Pager
        label={t('pages')}
        newest={cursor ? { href: address({}), label: t('newest') } : null}
        older={next ? { href: address({ cursor: next }), label: t('older') } : null}
      />
      {may(organisation.role, 'exports.read') && !(payments.length === 0 && isUnfiltered) ? (
        <ExportCard
          title={t('export')}
          text={t('exportText')}
          action="/payments/export"
          formats={[
            ['csv', t('csv')],
            ['csv-fr', t('csvFr')],
            ['json', t('json')],
          ]}
          query={{ ...kept, mode, organisation: organisation.id }}
        />
      ) : null}
    </>
  )
})

function plainQuery(params: Record<string, string | string[] | undefined>): URLSearchParams {
  const pairs = Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return new URLSearchParams(pairs)
}

type PaymentFiltersProps = { filter: PaymentFilter; banks: readonly Choice[] }

/** Filters as a plain form: the URL contains them, and can be sent to a colleague. */
function PaymentFilters({ filter, banks }: PaymentFiltersProps) {
  const t = useTranslations('merchant.payments')
  const isOpen = Object.entries(filter).some(([name, value]) => name !== 'q' && value !== null)
  return (
    <Card className="mb-6">
      <search>
        <form action="/payments" method="get" className="stack gap-4">
          {filter.link ? <input type="hidden" name="link" value={filter.link} /> : null}
          <TextField
            name="q"
            type="search"
            label={t('search')}
            hint={t('searchHint')}
            defaultValue={filter.q}
            maxLength={100}
          />
          <Disclosure title={t('filters')} open={isOpen}>
            <FilterFields filter={filter} banks={banks} />
          </Disclosure>
          <FilterButtons apply={t('apply')} clear={isOpen || filter.q ? t('clear') : null} page="/payments" />
        </form>
      </search>
    </Card>
  )
}

function FilterFields({ filter, banks }: PaymentFiltersProps) {
  const t = useTranslations('merchant.payments')
  const words = useTranslations('merchant')
  const statuses = shownStatuses.map((status): Choice => [status, words(`statuses.${status}`)])
  const kinds = orderKinds.map((kind): Choice => [kind, words(`kinds.${kind}`)])
  return (
    <div className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        name="status"
        label={t('status')}
        none={t('all')}
        defaultValue={filter.status ?? ''}
        choices={statuses}
      />
      <SelectField name="kind" label={t('kind')} none={t('all')} defaultValue={filter.kind ?? ''} choices={kinds} />
      <SelectField
        name="bank"
        label={t('bank')}
        none={t('allBanks')}
        defaultValue={filter.bank ?? ''}
        choices={banks}
      />
      {(['from', 'to'] as const).map(name => (
        <DateField key={name} name={name} label={t(name)} value={filter[name] ?? ''} />
      ))}
      {(['min', 'max'] as const).map(name => (
        <TextField key={name} name={name} inputMode="decimal" label={t(name)} defaultValue={filter[name] ?? ''} />
      ))}
    </div>
  )
}
