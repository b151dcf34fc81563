import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { DataCard } from '#components/operator/data-table.tsx'
import { merchantColumn } from '#components/operator/merchant-table.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listUnusual } from '#lib/services/operator/merchant-payments.ts'
import type { UnusualMerchant } from '#lib/views/operator-merchant.ts'

export const generateMetadata = titleOf('operatorMerchants.unusual.title')

export default operatorPage(async ({ operator }) => {
  const [t, words, merchants] = await Promise.all([
    getTranslations('operatorMerchants.unusual'),
    getTranslations('operatorMerchants'),
    listUnusual(operator),
  ])
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        steps={[{ href: '/operator/merchants', label: words('title') }]}
      />
      <DataCard
        caption={t('caption')}
        empty={t('none')}
        rows={merchants}
        keyOf={({ id }) => id}
        columns={[
          merchantColumn(words('table.name'), ({ id, name }: UnusualMerchant) => ({ id, name })),
          { key: 'signs', head: t('signs'), wide: true, cell: merchant => <Signs merchant={merchant} /> },
        ]}
      />
    </>
  )
})

function Signs({ merchant }: { merchant: UnusualMerchant }) {
  const t = useTranslations('operatorMerchants.unusual.sign')
  const locale = useLocale()
  const saying = {
    brand: t('brand', { brand: merchant.brand ?? '' }),
    refused: t('refused', { refused: merchant.refused, attempts: merchant.attempts }),
    rush: t('rush', { count: merchant.busiestHour }),
    new_account: t('new_account', {
      date: merchant.changedAt ? formatDate(merchant.changedAt, locale) : '—',
      amount: formatMoney(merchant.paidSinceChange, locale),
    }),
  }
  return (
    <ul>
      {merchant.signs.map(sign => (
        <li key={sign}>{saying[sign]}</li>
      ))}
    </ul>
  )
}
