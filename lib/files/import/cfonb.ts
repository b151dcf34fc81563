import type { Money } from '@guichet/values/money/minor.ts'
import { readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type FoundLine,
  type ImportReading,
  type ImportTarget,
  joinStatements,
  noCode,
  refuseFile,
  type StatementBalances,
  settleLines,
  withMore,
} from '#lib/domain/accounts/import-line.ts'
import { readDecimal } from '#lib/domain/accounts/import-number.ts'

/** CFONB 120, statements of French banks: records of 120 characters, with or without line ends. */

const width = 120

export function readCfonb(text: string, target: ImportTarget, accountValue?: string): ImportReading {
  const rows = /[\r\n]/.test(text.trimEnd()) ? text.split(/\r\n|\r|\n/) : cutRecords(text)
  const found: FoundLine[] = []
  const statements: (StatementBalances & { readonly account: string })[] = []
  const openings = new Map<string, Pick<StatementBalances, 'opening' | 'openingDay'>>()
  for (const [index, raw] of rows.entries()) {
    if (raw.trim() === '' || raw.startsWith('\x1a')) continue
    const [row, line, previous] = [raw.padEnd(width), index + 1, found.at(-1)]
    const kind = row.slice(0, 2)
    if (!['01', '04', '05', '07'].includes(kind)) return refuseFile('bad_record', line)
    const [account, day] = [accountOf(row), dayOf(row, 34)]
    if (kind === '01') openings.set(account, { opening: amountOf(row), openingDay: day })
    else if (kind === '07') {
      const opening = openings.get(account) ?? { opening: null, openingDay: null }
      statements.push({ ...opening, closing: amountOf(row), closingDay: day, account })
    } else if (kind === '04') found.push({ ...readEntry(row, line), statement: openings.get(account) })
    else if (previous) found[found.length - 1] = withDetail(previous, row)
  }
  return settleLines(found, target, {
    balancesOf: account => joinStatements(statements.filter(one => one.account === account)),
    ...(accountValue === undefined ? {} : { accountValue }),
  })
}

function cutRecords(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, at) => text.slice(at * width, (at + 1) * width))
}

const accountOf = (row: string) => `${row.slice(2, 7)}${row.slice(11, 16)}${row.slice(21, 32)}`

function readEntry(row: string, line: number): FoundLine {
  return {
    line,
    day: dayOf(row, 34),
    valueDate: dayOf(row, 42),
    amount: amountOf(row),
    currency: row.slice(16, 19).trim(),
    account: accountOf(row),
    status: 'booked',
    remittance: [row.slice(48, 79).trim()].filter(text => text !== ''),
    reference: row.slice(104, 120).trim() || row.slice(81, 88).trim() || null,
    endToEndId: null,
    code: { ...noCode, code: row.slice(32, 34).trim() || null, issuer: 'CFONB' },
  }
}

/** What the record of a movement has no room for; the end-to-end id is the creditor's or payer's reference. */
function withDetail(entry: FoundLine, row: string): FoundLine {
  const [kind, text] = [row.slice(45, 48), row.slice(48, 118).trim()]
  if (text === '') return entry
  if (kind === 'RCN' || kind === 'REF') return { ...entry, endToEndId: entry.endToEndId ?? text.slice(0, 35).trim() }
  return withMore(entry, [text])
}

/** `JJMMAA`. */
function dayOf(row: string, at: number) {
  const text = row.slice(at, at + 6)
  return /^\d{6}$/.test(text) ? readDay(`${text.slice(0, 2)}/${text.slice(2, 4)}/${text.slice(4)}`) : null
}

/** The last digit also says the sign: `{` and A to I are positive, `}` and J to R negative; French code pages have é and è for braces. */
const positive = '{ABCDEFGHI'
const negative = '}JKLMNOPQR'

function amountOf(row: string): Money | null {
  const [text, decimals, currency] = [
    row.slice(90, 104),
    /\d/.test(row.charAt(19)) ? Number(row.charAt(19)) : null,
    row.slice(16, 19).trim() || 'EUR',
  ]
  const last = text.charAt(13).replace('é', '{').replace('è', '}')
  const digit = Math.max(positive.indexOf(last), negative.indexOf(last))
  if (!/^\d{13}$/.test(text.slice(0, 13)) || digit < 0 || decimals === null) return null
  const digits = `${text.slice(0, 13)}${digit}`
  const at = digits.length - decimals
  return readDecimal(`${negative.includes(last) ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`, currency)
}
