import { answerAnyone } from '#app/answer.ts'
import { drawPayQr } from '#lib/services/payments/qr-codes.ts'

/** A QR code of the payment page, for the phone with the bank's app. */
export const GET = answerAnyone(async ({ presence, part }) => {
  const svg = await drawPayQr(part('publicId'), 'page', presence())
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'private, no-store' } })
})
