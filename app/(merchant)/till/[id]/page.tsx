import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { SaleBoard } from '#components/till/sale-board.tsx'
import { isSaleOver } from '#lib/domain/payments/order/till.ts'
import { readSale } from '#lib/services/payments/till.ts'

export const generateMetadata = titleOf('till.title')

/** One sale. Without a script it is loaded again while it can change. */
export default memberPage('till.read', ['till'], async ({ id, organisation, actor, query: { error, wait } }) => {
  const sale = await readSale(actor, id)
  const t = await getTranslations('till')
  return (
    <>
      <RefusalNote code={error} wait={wait} className="mb-6" />
      {isSaleOver(sale.state) ? null : (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <SaleBoard sale={sale} organisation={organisation.id}>
        <QrCode text={sale.url} label={t('code')} large />
      </SaleBoard>
    </>
  )
})
