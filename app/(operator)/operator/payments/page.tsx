import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FilteredList } from '#components/operator/data-table.tsx'
import { FoundPayments } from '#components/operator/merchant-table.tsx'
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
      <FilteredList
        action="/operator/payments"
        given={given}
        fields={[
          { name: 'q', label: t('q') },
          { name: 'bank', label: t('bank'), choices: [...names] },
          { name: 'merchant', label: t('merchant') },
        ]}
        fault={filter.error}
        next={next}
      >
        <FoundPayments payments={payments} banks={names} />
      </FilteredList>
    </>
  )
})
