import type { Bank } from '#sandbox/banks.ts'
import type { Malformed } from '#sandbox/texts/catalogue.ts'

export type Segment = 'retail' | 'professional'

/**
 * Normalises a typed identifier (no spaces, every dash a hyphen), or names its fault. A private person has 8 digits, a professional
 * `subscription-usage`: 8 digits, `-`, 2 digits.
 */
export function readIdentifier(
  bank: Bank,
  typed: string,
): { ok: true; identifier: string; segment: Segment } | { ok: false; malformed: Malformed } {
  const identifier = typed.replace(/[\s.]/g, '').replace(/[‐-―−]/g, '-')
  if (identifier === '') return { ok: false, malformed: 'empty' }
  const segment: Segment = identifier.includes('-') ? 'professional' : 'retail'
  const wellFormed = segment === 'retail' ? /^\d{8}$/.test(identifier) : /^\d{8}-\d{2}$/.test(identifier)
  if (wellFormed && bank.segments.includes(segment)) return { ok: true, identifier, segment }
  return { ok: false, malformed: explain(bank, segment) }
}

/** Whether the password of a valid identifier is entered on the keypad, or typed. */
export function segmentOf(identifier: string): Segment {
  return identifier.includes('-') ? 'professional' : 'retail'
}

function explain(bank: Bank, segment: Segment): Malformed {
  if (bank.segments.length > 1) return segment === 'retail' ? 'neither_form' : 'professional_form'
  if (bank.segments.includes('professional'))
    return segment === 'retail' ? 'professional_without_dash' : 'professional_form'
  return segment === 'professional' ? 'professional_at_retail' : 'retail_not_eight_digits'
}
