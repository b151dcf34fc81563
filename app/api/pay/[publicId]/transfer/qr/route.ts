import { answerAnyone } from '#app/answer.ts'
import { presenceOf } from '#app/presence.ts'
import { drawPayQr } from '#lib/services/payments/qr-codes.ts'

/** A QR code that fills in the transfer in a banking app. */
export const GET = answerAnyone(async ({ request, part }) => {
  const svg = await drawPayQr(part('publicId'), 'transfer', presenceOf(request))
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'private, no-store' } })
})
