import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FilterForm, OlderLink } from '#components/operator/filter-form.tsx'
import { FoundPayments } from '#components/operator/found-payments.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listBankLines } from '#lib/services/operator/banks.ts'
import { findPayments } from '#lib/services/operator/merchant-payments.ts'
import { OperatorPaymentFilter } from '#lib/views/operator-merchant.ts'

export const generateMetadata = titleOf('operatorMerchants.search.title')

export default operatorPage(async ({ operator, search: given }) => {
  const [t, words, banks] = await Promise.all([
    getTranslations('operatorMerchants.search'),
    getTranslations('operatorMerchants'),
    listBankLines(operator),
  ])
  const filter = OperatorPaymentFilter.safeParse(given)
  const { payments, next } = filter.success ? await findPayments(operator, filter.data) : { payments: [], next: null }
  const names = new Map(banks.map(({ code, name }) => [code, name]))
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        steps={[{ href: '/operator/merchants', label: words('title') }]}
      />
      <FilterForm
        action="/operator/payments"
        fields={[
          { name: 'q', label: t('q'), value: given.q },
          { name: 'bank', label: t('bank'), value: given.bank, choices: [...names] },
          { name: 'merchant', label: t('merchant'), value: given.merchant },
        ]}
      />
      {filter.success ? null : (
        <Alert tone="warning" className="mb-6">
          {words('badFilter', { field: String(filter.error.issues[0]?.path[0] ?? '') })}
        </Alert>
      )}
      <FoundPayments payments={payments} banks={names} />
      <OlderLink action="/operator/payments" filter={given} next={next} />
    </>
  )
})
