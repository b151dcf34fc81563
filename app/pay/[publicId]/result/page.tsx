import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { readOrder } from '#app/pay/read-order.ts'
import { pathOf, queryOf } from '#app/read-request.ts'
import { Follow } from '#components/pay/follow.tsx'
import { PayResult } from '#components/pay/result.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { isMoving } from '#lib/domain/payments/order/stage.ts'
import { readLegal } from '#lib/services/people/legal.ts'

type ResultPageProps = { params: Promise<unknown>; searchParams: Promise<unknown> }

export async function generateMetadata({ params }: Pick<ResultPageProps, 'params'>): Promise<Metadata> {
  const [order, t] = await Promise.all([readOrder((await pathOf(params, 'publicId')).publicId), getTranslations('pay')])
  return { title: order ? t('result.metaTitle', { payee: order.payee }) : t('unknown.title') }
}

/** The number of an attempt. */
const numberOf = (tried: unknown) => (typeof tried === 'string' && /^[1-9]\d{0,3}$/.test(tried) ? Number(tried) : null)

/** Target of the bank's callback, in any browser: shows the status read from the bank, not what the address says (bank:D45). */
export default async function ResultPage({ params, searchParams }: ResultPageProps) {
  const [{ publicId: asked }, { try: tried }] = await Promise.all([pathOf(params, 'publicId'), queryOf(searchParams)])
  const order = await readOrder(asked, numberOf(tried))
  // Not `notFound`, which the framework renders in the browser alone.
  if (order === null) return <UnknownPayment contact={readLegal().contact} />
  const t = await getTranslations('pay')
  const { publicId, stage, version, isTest } = order
  return (
    <>
      {isTest ? <Alert className="mx-auto mb-6 max-w-2xl">{t('shell.test')}</Alert> : null}
      <PayResult order={order} contact={readLegal().contact} />
      {isMoving(stage) && !order.isUnreadable ? <Follow publicId={publicId} stage={stage} version={version} /> : null}
    </>
  )
}
