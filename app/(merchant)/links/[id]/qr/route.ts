import { create } from 'qrcode'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readLink } from '#lib/services/payments/links.ts'

/** The QR code of a link as an SVG file: dark on light, with the margin of four modules that scanners need. */
export const GET = answerMember('link.read', async ({ actor, id }) => {
  const { url, slug } = await readLink(actor, id)
  const { modules } = create(url, { errorCorrectionLevel: 'M' })
  const size = modules.size + 8
  const cells = Array.from(modules.data, (isDark, at) =>
    isDark ? `M${(at % modules.size) + 4} ${Math.floor(at / modules.size) + 4}h1v1h-1z` : '',
  )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 12}" height="${size * 12}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${cells.join('')}"/></svg>\n`
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'content-disposition': `attachment; filename="guichet-${slug}.svg"`,
      'content-security-policy': "default-src 'none'",
      'cache-control': 'private, no-store',
    },
  })
})
