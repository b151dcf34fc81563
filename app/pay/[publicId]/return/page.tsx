import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { openPage } from '#app/open-page.ts'
import { readOrder } from '#app/pay/read-order.ts'
import { InlineScript } from '#components/layout/inline-script.tsx'
import { PayResult } from '#components/pay/result.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { returnsAtOnce } from '#lib/domain/payments/order/stage.ts'
import { readLegal } from '#lib/services/people/legal.ts'

// The same title.
export { generateMetadata } from '#app/pay/[publicId]/result/page.tsx'

/**
 * Where a payer arrives from the bank, or from a page that saw the payment end elsewhere: goes on to the merchant's page at once if the bank
 * has accepted the payment, else to the result. A page, not a redirect: browsers apply the `form-action` policy of the bank's page, which
 * allows our site and no shop's, to every redirect that follows its form.
 */
export default openPage(async ({ part }) => {
  const order = await readOrder(part('publicId'))
  // Not `notFound`, which the framework renders in the browser alone.
  if (order === null) return <UnknownPayment contact={readLegal().contact} />
  const { publicId, stage, goOnTo } = order
  if (goOnTo === null || !returnsAtOnce(stage)) redirect(`/pay/${publicId}/result`)
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <>
      <PayResult order={order} contact={readLegal().contact} />
      <InlineScript nonce={nonce} text={`location.replace(${JSON.stringify(goOnTo).replaceAll('<', '\\u003c')})`} />
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${goOnTo}`} />
      </noscript>
    </>
  )
})
