import { getTranslations } from 'next-intl/server'
import { metadataOf, openPage } from '#app/open-page.ts'
import { readOrder } from '#app/pay/read-order.ts'
import { Follow } from '#components/pay/follow.tsx'
import { PayResult } from '#components/pay/result.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { Alert } from '#components/ui/card.tsx'
import { isGood, isMoving } from '#lib/domain/payments/order/stage.ts'
import { readLegal } from '#lib/services/people/legal.ts'

export const generateMetadata = metadataOf(async ({ part }) => {
  const [order, t] = await Promise.all([readOrder(part('publicId')), getTranslations('pay')])
  return { title: order ? t('result.metaTitle', { payee: order.payee }) : t('unknown.title') }
})

/** The number of an attempt. */
const numberOf = (tried: unknown) => (typeof tried === 'string' && /^[1-9]\d{0,3}$/.test(tried) ? Number(tried) : null)

/** Target of the bank's callback, in any browser: shows the status read from the bank, not what the address says (bank:D45). */
export default openPage(async ({ part, query: { try: tried } }) => {
  const asked = part('publicId')
  const order = await readOrder(asked, numberOf(tried))
  // Not `notFound`, which the framework renders in the browser alone.
  if (order === null) return <UnknownPayment contact={readLegal().contact} />
  const t = await getTranslations('pay')
  const { publicId, stage, version, isTest } = order
  return (
    <>
      {isTest ? <Alert className="mx-auto mb-6 max-w-2xl">{t('shell.test')}</Alert> : null}
      <PayResult order={order} contact={readLegal().contact} />
      {isMoving(stage) && !order.isUnreadable ? (
        <Follow publicId={publicId} stage={stage} version={version} waits={!isGood(stage)} />
      ) : null}
    </>
  )
})
