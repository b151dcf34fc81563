import { sirenOf } from '#lib/domain/merchant/siren.ts'

/** VAT numbers of the European Union (Directive 2006/112/EC, art. 215). */

/**
 * A VAT number without spaces and points, in capitals; null if it has not that form. A French one is checked: a SIREN, and before it two digits
 * that follow from it (CGI, annexe III, art. 97 A), or two characters of the newer keys, which can't be checked.
 */
export function vatNumberOf(typed: string): string | null {
  const bare = typed.replace(/[\s.]/g, '').toUpperCase()
  if (!/^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(bare)) return null
  if (!bare.startsWith('FR')) return bare
  const [, key = '', siren = ''] = /^FR([A-Z0-9]{2})(\d{9})$/.exec(bare) ?? []
  if (sirenOf(siren) === null) return null
  return /^\d{2}$/.test(key) && Number(key) !== (12 + 3 * (Number(siren) % 97)) % 97 ? null : bare
}
