import { isIban } from '@guichet/values/money/iban.ts'
import { largestSepaMinor } from '@guichet/values/money/minor.ts'
import { isStructuredReference } from '@guichet/values/money/structured-reference.ts'

/** EPC069-12, code version 002: twelve lines, trailing empty ones omitted. */

export type EpcTransfer = {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly amountMinor: bigint
  readonly currency: string
  /** ISO 11649 or free text. */
  readonly remittance: { readonly structured: string } | { readonly unstructured: string }
}

export type EpcFault = 'name' | 'iban' | 'bic' | 'amount' | 'currency' | 'remittance' | 'size'

const longestName = 70
const longestRemittance = 140
/** QR version 13 at level M. */
const maxBytes = 331
const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

/** Or why it is impossible. Names are cut at 70 characters. */
export function encodeEpc(transfer: EpcTransfer): { readonly text: string } | { readonly fault: EpcFault } {
  const fault = findFault(transfer)
  if (fault !== null) return { fault }
  const { name, iban, bic, amountMinor, remittance } = transfer
  const structured = 'structured' in remittance ? remittance.structured : ''
  const unstructured = 'unstructured' in remittance ? oneLine(remittance.unstructured) : ''
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    [...oneLine(name)].slice(0, longestName).join('').trim(),
    iban,
    `EUR${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`,
    '',
    structured,
    unstructured,
  ]
  const text = lines.join('\n').trimEnd()
  return new TextEncoder().encode(text).length > maxBytes ? { fault: 'size' } : { text }
}

function findFault({ name, iban, bic, amountMinor, currency, remittance }: EpcTransfer): EpcFault | null {
  if (oneLine(name) === '') return 'name'
  if (!isIban(iban)) return 'iban'
  if (bic !== null && !bicPattern.test(bic)) return 'bic'
  if (currency !== 'EUR') return 'currency'
  if (amountMinor < 1n || amountMinor > largestSepaMinor) return 'amount'
  if ('structured' in remittance) {
    const { structured } = remittance
    return isStructuredReference(structured) && /^[0-9A-Z]+$/.test(structured) ? null : 'remittance'
  }
  return [...oneLine(remittance.unstructured)].length > longestRemittance ? 'remittance' : null
}

/** A line break would start the next field. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
}
