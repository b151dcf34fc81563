import { dayOrderOf, isYearFirst, readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type ColumnMapping,
  type FoundLine,
  type ImportReading,
  type ImportTarget,
  importLimits,
  noCode,
  refuseFile,
  settleLines,
} from '#lib/domain/accounts/import-line.ts'
import { findDecimal, readFileAmount } from '#lib/domain/accounts/import-number.ts'
import { askDayOrder, askDecimal } from '#lib/domain/accounts/import-question.ts'
import { detailSeparator } from '#lib/files/export/csv.ts'
import { isBalanceLabel } from './heads.ts'

/** Registers of accounts and cards; QIF leaves the order of days and the decimal to the country. */

type Entry = {
  readonly line: number
  readonly account: string
  /** Of its register. */
  readonly kind: string
  readonly fields: ReadonlyMap<string, string>
  /** The file ends within it. */
  readonly isCut?: boolean
}

export function readQif(text: string, target: ImportTarget, mapping: ColumnMapping): ImportReading {
  const { entries: all, others } = readEntries(text)
  const entries = all.filter(entry => !isOpening(entry))
  if (entries.length > importLimits.lines) return refuseFile('too_many_lines')
  const written = entries.map(({ fields }) => fields.get('D') ?? '')
  const days = isYearFirst(written) ? written.map(day => `20${day}`) : written
  const amounts = entries.map(({ fields }) => fields.get('T') ?? fields.get('U') ?? '')
  const order = dayOrderOf(days, target.today)
  const number = findDecimal(amounts, target.currency)
  const unsureAt = order.sure ? -1 : days.findIndex(day => readDay(day) !== readDay(day, 'mdy'))
  if (unsureAt >= 0 && mapping.dayOrder === undefined)
    return askDayOrder(days[unsureAt] ?? '', entries[unsureAt]?.line ?? null)
  if (number.askAt !== null && mapping.decimal === undefined)
    return askDecimal(amounts[number.askAt] ?? '', target.currency, entries[number.askAt]?.line ?? null)
  const found = entries.map(({ line, account, fields, isCut }, at): FoundLine => {
    const texts = [fields.get('P') ?? '', ...(fields.get('M') ?? '').split(detailSeparator)]
    return {
      line,
      account,
      day: readDay(days[at] ?? '', mapping.dayOrder ?? order.order),
      valueDate: null,
      amount: readFileAmount(amounts[at] ?? '', target.currency, mapping.decimal ?? number.decimal),
      currency: '',
      status: 'booked',
      remittance: texts.filter(one => one !== ''),
      // Of a cheque; others have a word of the kind.
      reference: [fields.get('N') ?? ''].find(number => /\d/.test(number)) ?? null,
      endToEndId: null,
      code: noCode,
      ...(isCut ? { fault: 'bad_record' as const } : {}),
    }
  })
  const { accountValue } = mapping
  const notes = [
    ...all.filter(isOpening).map(({ line }) => ({ code: 'balance' as const, line })),
    ...others.map(line => ({ code: 'other_account' as const, line })),
  ]
  return settleLines(found, target, { notes, ...(accountValue === undefined ? {} : { accountValue }) })
}

/** What an account had before its first transaction, as a transfer from itself. */
const isOpening = ({ fields }: Entry) => /^\[.*\]$/.test(fields.get('L') ?? '') && isBalanceLabel(fields.get('P') ?? '')

const sections: readonly (readonly [RegExp, string])[] = [
  [/^!account/i, 'account'],
  [/^!type:(?:ban[kq]|ccard|carte|cash|oth [al])/i, 'register'],
  [/^!type:invst/i, 'securities'],
]

/** `others`: lines of securities. */
function readEntries(text: string): { readonly entries: readonly Entry[]; readonly others: readonly number[] } {
  const [entries, others]: [Entry[], number[]] = [[], []]
  // Some programs leave out the first line.
  let [account, kind, section, start] = ['', '', /^\uFEFF?\s*[!#]/.test(text) ? '' : 'register', 0]
  let fields = new Map<string, string>()
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const row = raw.trim()
    if (row.startsWith('!')) {
      section = sections.find(([start]) => start.test(row))?.[1] ?? ''
      if (section === 'register') kind = row.slice(6).trim()
      fields = new Map()
    } else if (row === '^') {
      if (section === 'account') account = fields.get('N') ?? ''
      else if (section === 'register' && fields.size > 0) entries.push({ line: start, account, kind, fields })
      else if (section === 'securities') others.push(start)
      fields = new Map()
    } else if (row !== '' && !row.startsWith('#')) {
      if (fields.size === 0) start = index + 1
      // Of a split transaction the first fields are the whole's.
      const name = row.charAt(0)
      const isFurther = name === 'M' && fields.has('M') && !fields.has('S')
      if (isFurther) fields.set('M', `${fields.get('M')}${detailSeparator}${row.slice(1).trim()}`)
      else if (!fields.has(name)) fields.set(name, row.slice(1).trim())
    }
  }
  const isCut = !/[\r\n^]/.test(text.slice(-1))
  if (section === 'register' && fields.size > 0) entries.push({ line: start, account, kind, fields, isCut })
  const isOne = entries.every(one => one.account !== '' || one.kind === entries[0]?.kind)
  return { entries: isOne ? entries : entries.map(one => ({ ...one, account: one.account || one.kind })), others }
}
