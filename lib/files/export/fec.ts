/**
 * The 18 columns of article A47 A-1 of the Livre des procédures fiscales, tab-separated, AAAAMMJJ, decimal comma:
 * our journal, for the accounting software.
 */

const fecColumns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const

export type FecMovement = {
  /** Executed, YYYY-MM-DD. */
  readonly day: string
  /** Cents; negative for a refund. */
  readonly amountMinor: bigint
  readonly reference: string
  /** YYYY-MM-DD. */
  readonly orderedOn: string
}

const [bank, customers] = [
  ['512000', 'Banque'],
  ['411000', 'Clients'],
] as const

export function fecHead(): string {
  return toLine(fecColumns)
}

/**
 * Two balanced lines per movement. `number`: the first one's in its month; no gap, in order of days, none in two
 * months. A test's lines say so.
 */
export function fecLines(
  movements: readonly FecMovement[],
  { month, number, isTest }: { readonly month: string; readonly number: number; readonly isTest: boolean },
): string {
  const prefix = `GUI${dateOf(month)}-`
  const mark = isTest ? 'ESSAI ' : ''
  return movements
    .map((movement, at) => fecEntry(movement, `${prefix}${String(number + at).padStart(6, '0')}`, mark))
    .join('')
}

function fecEntry({ day, amountMinor, reference, orderedOn }: FecMovement, entry: string, mark: string): string {
  const isRefund = amountMinor < 0n
  const amount = decimalOf(isRefund ? -amountMinor : amountMinor)
  // An entry refers to a piece.
  const piece = cellOf(reference) || entry
  const line = ([account, name]: readonly [string, string], isDebit: boolean) =>
    toLine([
      'GUI',
      'Encaissements Guichet',
      entry,
      dateOf(day),
      account,
      name,
      '',
      '',
      piece,
      dateOf(orderedOn),
      `${mark}${isRefund ? 'Remboursement' : 'Paiement'} ${piece}`,
      isDebit ? amount : '0,00',
      isDebit ? '0,00' : amount,
      '',
      '',
      dateOf(day),
      '',
      '',
    ])
  return `${line(bank, !isRefund)}${line(customers, isRefund)}`
}

const dateOf = (day: string) => day.replaceAll('-', '')

function decimalOf(minor: bigint): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** No separators of cells or lines. */
const cellOf = (text: string) => text.replace(/[\t\r\n]+/g, ' ').trim()

function toLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join('\t')}\r\n`
}

/** The authority's name: SIREN, `FEC`, last day. A test's begins with `ESSAI-`. */
export function fecFileName(registrationNumber: string | null, lastDay: string, isTest: boolean): string {
  const siren = (registrationNumber ?? '').replace(/\D/g, '').slice(0, 9)
  return `${isTest ? 'ESSAI-' : ''}${siren.length === 9 ? siren : ''}FEC${dateOf(lastDay)}.txt`
}
