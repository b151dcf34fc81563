import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { openPage } from '#app/open-page.ts'
import { readOrder } from '#app/pay/read-order.ts'
import { titleOf } from '#app/title-of.ts'
import { HandTransfer } from '#components/pay/hand-transfer.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { mayChooseBank } from '#lib/domain/payments/order/stage.ts'
import { findBank } from '#lib/services/banks/directory.ts'
import { readHandTransfer } from '#lib/services/payments/epc.ts'
import { readLegal } from '#lib/services/people/legal.ts'

export const generateMetadata = titleOf('pay.transfer.metaTitle')

/** A manual transfer, for a payer whose bank is down or not in the list. */
export default openPage(async ({ part, query: { bank: code } }) => {
  const publicId = part('publicId')
  const [order, transfer, bank, t] = await Promise.all([
    readOrder(publicId),
    readHandTransfer(publicId),
    typeof code === 'string' ? findBank(code) : null,
    getTranslations('pay'),
  ])
  // Not `notFound`, which the framework renders in the browser alone.
  if (order === null) return <UnknownPayment contact={readLegal().contact} />
  if (!mayChooseBank(order.stage)) redirect(`/pay/${publicId}/result`)
  if (transfer !== null) return <HandTransfer order={order} transfer={transfer} downBank={bank?.name ?? null} />
  if (order.isSuspended) {
    return (
      <Alert tone="warning" title={t('stopped.title')} className="mx-auto max-w-xl">
        {t('stopped.text', { payee: order.payee })}
      </Alert>
    )
  }
  return (
    <Card as="div" className="mx-auto max-w-xl sm:p-8">
      <h1 className="text-2xl font-semibold">{t('transfer.goneTitle')}</h1>
      <p className="mt-3 mb-6">{t('transfer.goneText')}</p>
      <a href={`/pay/${publicId}`} className={buttonClass()}>
        {t('receipt.back')}
      </a>
    </Card>
  )
})
