/**
 * Checks a file of accounting entries against article A47 A-1 of the Livre des procédures fiscales, VII and VIII: name, columns, types,
 * what must not be empty, and entries that balance. Written from the article, not from our writer.
 */

type Kind = 'text' | 'date' | 'amount'

/** The eighteen columns in their order, and whether a cell may be empty. */
const columns: readonly (readonly [name: string, kind: Kind, isOptional?: 'optional'])[] = [
  ['JournalCode', 'text'],
  ['JournalLib', 'text'],
  ['EcritureNum', 'text'],
  ['EcritureDate', 'date'],
  ['CompteNum', 'text'],
  ['CompteLib', 'text'],
  ['CompAuxNum', 'text', 'optional'],
  ['CompAuxLib', 'text', 'optional'],
  ['PieceRef', 'text'],
  ['PieceDate', 'date'],
  ['EcritureLib', 'text'],
  ['Debit', 'amount'],
  ['Credit', 'amount'],
  ['EcritureLet', 'text', 'optional'],
  ['DateLet', 'date', 'optional'],
  ['ValidDate', 'date'],
  ['Montantdevise', 'amount', 'optional'],
  ['Idevise', 'text', 'optional'],
]

const forms: { readonly [kind in Kind]: RegExp } = {
  text: /^[^\t\r\n]*\S[^\t\r\n]*$/,
  date: /^\d{8}$/,
  amount: /^-?\d+,\d{2}$/,
}

/** What is wrong with a file, in words; nothing if it is sound. */
export function findFecFaults({ name, text }: { readonly name: string; readonly text: string }): string[] {
  const faults: string[] = []
  const [, closing = ''] = /^\d{9}FEC(\d{8})\.txt$/.exec(name) ?? []
  if (!isDay(closing)) faults.push(`the name ${name}`)
  if (!text.endsWith('\r\n')) faults.push('the last line does not end')
  const [head = '', ...lines] = text.split('\r\n').slice(0, -1)
  if (head !== columns.map(([column]) => column).join('\t')) faults.push('the columns')
  const entries = new Map<string, { debit: bigint; credit: bigint; day: string }>()
  let lastDay = ''
  for (const [at, line] of lines.entries()) {
    const cells = line.split('\t')
    if (cells.length !== columns.length) faults.push(`line ${at + 1}: ${cells.length} cells`)
    for (const [index, [column, kind, isOptional]] of columns.entries()) {
      const cell = cells[index] ?? ''
      if (cell === '' && isOptional) continue
      if (!forms[kind].test(cell) || (kind === 'date' && !isDay(cell))) faults.push(`line ${at + 1}: ${column}`)
    }
    const [, , number = '', day = ''] = cells
    if (!/^[1-7]\d{2,}/.test(cells[4] ?? '')) faults.push(`line ${at + 1}: an account outside the general plan`)
    const [debit, credit] = [centsOf(cells[11]), centsOf(cells[12])]
    if ((debit === 0n) === (credit === 0n)) faults.push(`line ${at + 1}: debit or credit, not both or neither`)
    if (day < lastDay || day > closing) faults.push(`line ${at + 1}: out of its order`)
    lastDay = day
    const entry = entries.get(number) ?? { debit: 0n, credit: 0n, day }
    if (entry.day !== day) faults.push(`line ${at + 1}: an entry of two days`)
    entries.set(number, { day, debit: entry.debit + debit, credit: entry.credit + credit })
  }
  for (const [number, { debit, credit }] of entries) if (debit !== credit) faults.push(`${number} does not balance`)
  const numbers = [...entries.keys()].map(number => Number(number.replace(/\D/g, '')))
  if (numbers.some((number, at) => number !== (numbers[0] ?? 0) + at)) faults.push('a number is missing')
  return faults
}

const centsOf = (cell = '') => (forms.amount.test(cell) ? BigInt(cell.replace(',', '')) : 0n)

function isDay(text: string): boolean {
  const day = new Date(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10).replaceAll('-', '') === text
}
