import { seeOther } from '#app/(auth)/forms.ts'
import { pathOf } from '#app/read-request.ts'
import { readReturn } from '#lib/services/payments/public-order.ts'

/** Where a page goes that watched the payment end elsewhere, on a phone: to the merchant's, or to the result. */
export async function GET(_: Request, { params }: { params: Promise<unknown> }): Promise<Response> {
  const { publicId } = await pathOf(params, 'publicId')
  return seeOther((await readReturn(publicId)) ?? `/pay/${encodeURIComponent(publicId)}/result`)
}
