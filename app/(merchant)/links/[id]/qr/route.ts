import { answerMember } from '#app/api/merchant/answer-member.ts'
import { drawLinkQr } from '#lib/services/payments/qr-codes.ts'

/** The QR code of a link as an SVG file. */
export const GET = answerMember('link.read', async ({ who, id }) => {
  const { svg, name } = await drawLinkQr(who, id)
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'",
      'cache-control': 'private, no-store',
    },
  })
})
