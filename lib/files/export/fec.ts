/**
 * Accounting entries in the format of the French tax authority: the 18 columns of article A47 A-1 of the Livre des procédures fiscales
 * in their order, separated by tabs, dates as AAAAMMJJ, amounts with a decimal comma. The lines of our journal, for the accounting
 * software that makes the whole file.
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

/** Money that moved between the organisation and a payer. */
export type FecMovement = {
  /** When its bank executed it, YYYY-MM-DD. */
  readonly day: string
  /** In cents; negative for a refund. */
  readonly amountMinor: bigint
  /** The merchant's own reference. */
  readonly reference: string
  /** When the order was made, YYYY-MM-DD. */
  readonly orderedOn: string
}

const [bank, customers] = [
  ['512000', 'Banque'],
  ['411000', 'Clients'],
] as const

/** The first line of the file. */
export function fecHead(): string {
  return toLine(fecColumns)
}

/**
 * Two lines for each movement, which balance: the bank against the customers, or the other way round for a refund. `number` is that of the
 * first one in its month (YYYY-MM): entries are numbered without a gap in the order given, which must be that of their days, and no number
 * occurs in two months. Each line of a test says that it is one.
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
  // An entry refers to a piece, whatever its order was called.
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

/** No cell may contain what separates cells and lines. */
const cellOf = (text: string) => text.replace(/[\t\r\n]+/g, ' ').trim()

function toLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join('\t')}\r\n`
}

/**
 * The name that the tax authority asks for: the SIREN, `FEC` and the last day. Without a SIREN its place is empty. A test's begins with
 * `ESSAI-`, so that nobody hands it in.
 */
export function fecFileName(registrationNumber: string | null, lastDay: string, isTest: boolean): string {
  const siren = (registrationNumber ?? '').replace(/\D/g, '').slice(0, 9)
  return `${isTest ? 'ESSAI-' : ''}${siren.length === 9 ? siren : ''}FEC${dateOf(lastDay)}.txt`
}
