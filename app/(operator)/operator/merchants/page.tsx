import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FilteredList } from '#components/operator/data-table.tsx'
import { MerchantTable } from '#components/operator/merchant-table.tsx'
import { Alert } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { countWaiting, listMerchants } from '#lib/services/operator/merchants.ts'
import { MerchantFilter, merchantQueues } from '#lib/views/operator-merchant.ts'

export const generateMetadata = titleOf('operatorMerchants.title')

export default operatorPage(async ({ operator, search: given }) => {
  const [t, apps, waiting] = await Promise.all([
    getTranslations('operatorMerchants'),
    getTranslations('operatorApps'),
    countWaiting(operator),
  ])
  const filter = MerchantFilter.safeParse(given)
  const { merchants, next } = filter.success
    ? await listMerchants(operator, filter.data)
    : { merchants: [], next: null }
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <ButtonLink href="/operator/payments" variant="secondary">
              {t('payments')}
            </ButtonLink>
            <ButtonLink href="/operator/unusual" variant="secondary">
              {t('activity')}
            </ButtonLink>
            <ButtonLink href="/operator/apps" variant="secondary">
              {apps('title')}
            </ButtonLink>
          </>
        }
      />
      {waiting > 0 && given.queue !== 'in_review' ? <Waiting count={waiting} /> : null}
      <FilteredList
        action="/operator/merchants"
        given={given}
        fields={[
          { name: 'q', label: t('filter.q') },
          {
            name: 'queue',
            label: t('filter.queue'),
            choices: merchantQueues.map(queue => [queue, t(`queues.${queue}`)] as const),
          },
        ]}
        fault={filter.error}
        next={next}
      >
        <MerchantTable merchants={merchants} />
      </FilteredList>
    </>
  )
})

function Waiting({ count }: { count: number }) {
  const t = useTranslations('operatorMerchants')
  const action = (
    <ButtonLink href="/operator/merchants?queue=in_review" size="small">
      {t('seeWaiting')}
    </ButtonLink>
  )
  return (
    <Alert className="mb-6" action={action}>
      {t('waiting', { count })}
    </Alert>
  )
}
