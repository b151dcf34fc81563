import { sirenOf } from '#lib/domain/merchant/siren.ts'

/** Directive 2006/112/EC, art. 215. */

/**
 * Capitals without spaces and points, or null. A French one is checked (CGI, annexe III, art. 97 A), except its
 * newer keys.
 */
export function vatNumberOf(typed: string): string | null {
  const bare = typed.replace(/[\s.]/g, '').toUpperCase()
  if (!/^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(bare)) return null
  if (!bare.startsWith('FR')) return bare
  const [, key = '', siren = ''] = /^FR([A-Z0-9]{2})(\d{9})$/.exec(bare) ?? []
  if (sirenOf(siren) === null) return null
  return /^\d{2}$/.test(key) && Number(key) !== (12 + 3 * (Number(siren) % 97)) % 97 ? null : bare
}
