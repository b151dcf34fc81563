import { getLocale, getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate } from '#components/format/date-text.ts'
import { formatMoney } from '#components/format/money-text.ts'
import { DataTable } from '#components/operator/data-table.tsx'
import { MerchantLink } from '#components/operator/found-payments.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listUnusual } from '#lib/services/operator/merchant-payments.ts'
import type { UnusualMerchant } from '#lib/views/operator-merchant.ts'

export const generateMetadata = titleOf('operatorMerchants.unusual.title')

export default operatorPage(async ({ operator }) => {
  const [t, words, locale, merchants] = await Promise.all([
    getTranslations('operatorMerchants.unusual'),
    getTranslations('operatorMerchants'),
    getLocale(),
    listUnusual(operator),
  ])
  const sayingOf = (merchant: UnusualMerchant) => ({
    brand: t('sign.brand', { brand: merchant.brand ?? '' }),
    refused: t('sign.refused', { refused: merchant.refused, attempts: merchant.attempts }),
    rush: t('sign.rush', { count: merchant.busiestHour }),
    new_account: t('sign.new_account', {
      date: merchant.changedAt ? formatDate(merchant.changedAt, locale) : '—',
      amount: formatMoney(merchant.paidSinceChange, locale),
    }),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        steps={[{ href: '/operator/merchants', label: words('title') }]}
      />
      <Card flush>
        <DataTable
          caption={t('caption')}
          empty={t('none')}
          columns={[
            { key: 'name', head: words('table.name'), wide: true },
            { key: 'signs', head: t('signs'), wide: true },
          ]}
          rows={merchants.map(merchant => ({
            key: merchant.id,
            cells: [
              <MerchantLink key="name" id={merchant.id} name={merchant.name} />,
              <ul key="signs">
                {merchant.signs.map(sign => (
                  <li key={sign}>{sayingOf(merchant)[sign]}</li>
                ))}
              </ul>,
            ],
          }))}
        />
      </Card>
    </>
  )
})
