import { answerAnyone } from '#app/answer.ts'
import { drawPayQr } from '#lib/services/payments/qr-codes.ts'

/** A QR code that fills in the transfer in a banking app. */
export const GET = answerAnyone(async ({ presence, part }) => {
  const svg = await drawPayQr(part('publicId'), 'transfer', presence())
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'private, no-store' } })
})
