/**
 * Checks a file of accounting entries as the tax authority's own program does (Test Compta Demat), from article A47 A-1 of the Livre des
 * procédures fiscales, VII and VIII, not from our writer: name, encoding, columns, types, what must not be empty, days and numbers in
 * order, entries of one journal and day that balance, accounts and auxiliary accounts with one name each, letters with their day that
 * balance on their account. ValidDate may be empty: it is the accounting software's.
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
  ['ValidDate', 'date', 'optional'],
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
  if (text.startsWith('\uFEFF') || !text.isWellFormed() || text.includes('\u0000')) faults.push('the encoding')
  const [, closing = ''] = /^\d{9}FEC(\d{8})\.txt$/.exec(name) ?? []
  if (!isDay(closing)) faults.push(`the name ${name}`)
  if (!text.endsWith('\r\n')) faults.push('the last line does not end')
  const [head = '', ...lines] = text.split('\r\n').slice(0, -1)
  if (head !== columns.map(([column]) => column).join('\t')) faults.push('the columns')
  const entries = new Map<string, { debit: bigint; credit: bigint; day: string; journal: string }>()
  const [names, letters] = [new Map<string, string>(), new Map<string, bigint>()]
  let lastDay = ''
  for (const [at, line] of lines.entries()) {
    const cells = line.split('\t')
    if (cells.length !== columns.length) faults.push(`line ${at + 1}: ${cells.length} cells`)
    for (const [index, [column, kind, isOptional]] of columns.entries()) {
      const cell = cells[index] ?? ''
      if (cell === '' && isOptional) continue
      if (!forms[kind].test(cell) || (kind === 'date' && !isDay(cell))) faults.push(`line ${at + 1}: ${column}`)
    }
    const [journal = '', journalName = '', number = '', day = '', account = '', accountName = ''] = cells
    const [auxiliary = '', auxiliaryName = '', letter = '', letterDay = ''] = [cells[6], cells[7], cells[13], cells[14]]
    for (const [key, called] of [
      [`journal ${journal}`, journalName],
      [`account ${account}`, accountName],
      [`auxiliary ${auxiliary}`, auxiliary === '' ? '' : auxiliaryName],
    ] as const) {
      if ((names.get(key) ?? called) !== called) faults.push(`line ${at + 1}: two names of ${key}`)
      names.set(key, called)
    }
    if ((auxiliary === '') !== (auxiliaryName === '')) faults.push(`line ${at + 1}: CompAuxNum and CompAuxLib`)
    if ((letter === '') !== (letterDay === '') || (letterDay !== '' && letterDay < day))
      faults.push(`line ${at + 1}: DateLet`)
    if ((cells[9] ?? '') > closing) faults.push(`line ${at + 1}: PieceDate`)
    if ((cells[16] === '') !== (cells[17] === '')) faults.push(`line ${at + 1}: Montantdevise and Idevise`)
    if (!/^[1-7]\d{2,}/.test(cells[4] ?? '')) faults.push(`line ${at + 1}: an account outside the general plan`)
    const [debit, credit] = [centsOf(cells[11]), centsOf(cells[12])]
    if ((debit === 0n) === (credit === 0n)) faults.push(`line ${at + 1}: debit or credit, not both or neither`)
    if (letter !== '') letters.set(`${account} ${letter}`, (letters.get(`${account} ${letter}`) ?? 0n) + debit - credit)
    if (day < lastDay || day > closing) faults.push(`line ${at + 1}: out of its order`)
    lastDay = day
    const entry = entries.get(number) ?? { debit: 0n, credit: 0n, day, journal }
    if (entry.day !== day || entry.journal !== journal) faults.push(`line ${at + 1}: an entry of two days or journals`)
    entries.set(number, { day, journal, debit: entry.debit + debit, credit: entry.credit + credit })
  }
  for (const [number, { debit, credit }] of entries) if (debit !== credit) faults.push(`${number} does not balance`)
  for (const [key, minor] of letters) if (minor !== 0n) faults.push(`${key} does not balance`)
  const numbers = [...entries.keys()].map(number => Number(number.replace(/\D/g, '')))
  if (numbers.some((number, at) => number !== (numbers[0] ?? 0) + at)) faults.push('a number is missing')
  return faults
}

const centsOf = (cell = '') => (forms.amount.test(cell) ? BigInt(cell.replace(',', '')) : 0n)

function isDay(text: string): boolean {
  const day = new Date(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10).replaceAll('-', '') === text
}
