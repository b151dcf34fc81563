import { sirenOf } from '#lib/domain/merchant/siren.ts'

/** Directive 2006/112/EC, art. 215. Forms as VIES has them; EL is Greece, XI Northern Ireland; and three neighbours. */

const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  // I and O are never in a key.
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/** Capitals without separators, or null. A French or Monegasque one is checked (CGI, annexe III, art. 97 A), except newer keys. */
export function vatNumberOf(typed: string): string | null {
  const bare = typed.replace(/[\s.,:;/()_'·\u200b\u2010-\u2015\u2212-]/g, '').toUpperCase()
  const [country, rest] = [bare.slice(0, 2), bare.slice(2)]
  const form = Object.hasOwn(forms, country) ? forms[country] : undefined
  if (form === undefined || !form.test(rest)) return null
  return country !== 'FR' || isFrench(rest) ? bare : null
}

/** A company of Monaco has 000 and six digits in place of a SIREN, without its check digit. */
function isFrench(rest: string): boolean {
  const [key, siren] = [rest.slice(0, 2), rest.slice(2)]
  if (!siren.startsWith('000') && sirenOf(siren) === null) return false
  return !/^\d{2}$/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}
