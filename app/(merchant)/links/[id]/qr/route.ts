import { answerMember } from '#app/api/merchant/answer-member.ts'
import { qrSvg } from '#lib/files/qr-svg.ts'
import { readLink } from '#lib/services/payments/links.ts'

/** The QR code of a link as an SVG file. */
export const GET = answerMember('link.read', async ({ actor, id }) => {
  const { url, slug } = await readLink(actor, id)
  return new Response(qrSvg(url), {
    headers: {
      'content-type': 'image/svg+xml',
      'content-disposition': `attachment; filename="guichet-${slug}.svg"`,
      'content-security-policy': "default-src 'none'",
      'cache-control': 'private, no-store',
    },
  })
})
