import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { drawLinkQr } from '#lib/services/payments/qr-codes.ts'

/** The QR code of a link as an SVG file. */
export const GET = answerMember('link.read', async ({ who, id }) => {
  const { svg, name } = await drawLinkQr(who, id)
  return answerFile({
    name: name,
    type: 'image/svg+xml',
    body: svg,
    headers: { 'content-security-policy': "default-src 'none'" },
  })
})
