import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { qrSvg } from '#lib/files/qr-svg.ts'
import { readHandTransfer } from './epc.ts'
import { readLink } from './links.ts'
import { countPayerTry, type Payer } from './payer-limits.ts'
import { findPublicOrder, payAddress } from './public-order.ts'

/** SVG of `page`, or `transfer` (EPC069-12). Refusals: `not_found`, also without a code; `too_many_tries`. */
export async function drawPayQr(publicId: string, of: 'page' | 'transfer', payer: Payer): Promise<string> {
  const order = await findPublicOrder(publicId)
  await countPayerTry('pay-qr', order?.id ?? null, payer)
  const text = order === null ? null : of === 'page' ? payAddress(publicId) : await epcTextOf(publicId)
  if (text === null) throw new Refused('not_found')
  return qrSvg(text)
}

async function epcTextOf(publicId: string): Promise<string | null> {
  return (await readHandTransfer(publicId))?.epcText ?? null
}

/** To print. Refusals: `not_found`. */
export async function drawLinkQr(
  actor: Actor<'link.read'>,
  linkId: string,
): Promise<{ readonly svg: string; readonly name: string }> {
  const { url, slug } = await readLink(actor, linkId)
  return { svg: qrSvg(url), name: `guichet-${slug}.svg` }
}
