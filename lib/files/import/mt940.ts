import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type FoundLine,
  type ImportReading,
  type ImportTarget,
  importLimits,
  joinStatements,
  noCode,
  type StatementBalances,
  settleLines,
  withMore,
} from '#lib/domain/accounts/import-line.ts'
import { readDecimal } from '#lib/domain/accounts/import-number.ts'

/** SWIFT's statement: a field per `:tag:`, amounts with a decimal comma. */

type Field = { readonly tag: string; readonly line: number; readonly text: string }

export function readMt940(text: string, target: ImportTarget, accountValue?: string): ImportReading {
  const found: FoundLine[] = []
  let [account, currency] = ['', '']
  const statements: (StatementBalances & { readonly account: string })[] = []
  let opening: Pick<StatementBalances, 'opening' | 'openingDay'> = { opening: null, openingDay: null }
  let [isOfEntry, before] = [false, '']
  for (const { tag, line, text: value } of readFields(text)) {
    const previous = found.at(-1)
    isOfEntry = tag === '61' || (isOfEntry && tag === '86')
    if (found.length > importLimits.lines) break
    if (tag === '25') account = accountOf(value)
    else if (tag === '34F' || tag === '60M') currency = /^(?:[CD]\d{6})?([A-Z]{3})/.exec(value)?.[1] ?? ''
    else if (tag === '60F' || tag === '62F') {
      const [, sign, day = '', of = '', amount = ''] = /^([CD])(\d{6})([A-Z]{3})([\d.,]{1,16})/.exec(value) ?? []
      const size = readDecimal(amount, of)
      const signed = size && (sign === 'D' ? { ...size, amountMinor: -size.amountMinor } : size)
      if (tag === '60F') [currency, opening] = [of, { opening: signed, openingDay: readDay(`20${day}`) }]
      else if (of === target.currency)
        statements.push({ ...opening, closing: signed, closingDay: readDay(`20${day}`), account })
    } else if (tag === '61')
      found.push({
        ...readEntry(value, line, { account, currency: currency || target.currency }),
        statement: opening,
      })
    else if (isOfEntry && previous) {
      const words = wordsOf(value)
      found[found.length - 1] = before === '86' ? withMore(previous, words.remittance) : { ...previous, ...words }
    }
    before = tag
  }
  return settleLines(found, target, {
    balancesOf: of => joinStatements(statements.filter(one => one.account === of)),
    ...(accountValue === undefined ? {} : { accountValue }),
  })
}

/** Some banks write the currency behind the IBAN. */
function accountOf(value: string): string {
  const account = value.split('\n')[0]?.trim() ?? ''
  const bare = account.replace(/ ?[A-Z]{3}$/, '')
  return isIban(bare) ? bare : account
}

/** A field ends where the next begins, or with the message. */
function readFields(text: string): Field[] {
  const fields: { tag: string; line: number; text: string }[] = []
  let isOpen = false
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    const start = /^(?:\{[^}]*\})*(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(row.slice(0, 2_000))
    const field = fields.at(-1)
    if (start) fields.push({ tag: start[1] ?? '', line: index + 1, text: start[2] ?? '' })
    else if (/^-\}?\s*$|^\{/.test(row)) isOpen = false
    else if (field && isOpen && field.text.length < 2_000) field.text += `\n${row}`
    if (start) isOpen = true
  }
  return fields
}

const entryPattern =
  /^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})| {4})?(R?)([CD])([A-Z]?)(\d{1,15}(?:[.,]\d{0,5})?) ?([A-Z][A-Z0-9 ]{3})([^\n]{0,200})/

/** Value day, booking day without its year, sign, amount, kind, `reference//bank's`. */
function readEntry(
  value: string,
  line: number,
  { account, currency }: { account: string; currency: string },
): FoundLine {
  const parts = entryPattern.exec(value)
  const [
    ,
    year = '',
    month = '',
    date = '',
    bookedMonth,
    bookedDate,
    reversal,
    sign,
    ,
    amount = '',
    ,
    references = '',
  ] = parts ?? []
  const valueDate = readDay(`20${year}${month}${date}`)
  const size = readDecimal(amount, currency)
  const isOut = (sign === 'D') !== (reversal === 'R')
  const [customer = '', bank] = references.split('//')
  const [, further = ''] = value.split('\n')
  return {
    line,
    day: bookedDate === undefined ? valueDate : bookedDay(Number(`20${year}`), Number(month), bookedMonth, bookedDate),
    valueDate,
    amount: size && (isOut ? { ...size, amountMinor: -size.amountMinor } : size),
    currency,
    account,
    status: 'booked',
    remittance: further === '' ? [] : [further],
    reference: bank || (/\d/.test(customer) ? customer.trim() : null),
    endToEndId: null,
    code: noCode,
    ...(parts ? {} : { fault: 'bad_record' as const }),
  }
}

/** In the year that is nearest to the value day. */
function bookedDay(year: number, valueMonth: number, month = '', date = ''): IsoDate | null {
  const apart = Number(month) - valueMonth
  return readDay(`${apart > 6 ? year - 1 : apart < -6 ? year + 1 : year}${month}${date}`)
}

const slashed = /\/(?=(?:TRTP|IBAN|BIC|NAME|REMI|EREF|CNTP|MARF|CSID|ORDP|BENM|PREF|RTRN|ISDT|PURP|ULTC|ULTD)\/)/

/** `/EREF/…/NAME/…/REMI/…`, as Dutch banks write it; null if it isn't. */
function slashedWords(text: string): Pick<FoundLine, 'remittance' | 'endToEndId'> | null {
  const [before, ...parts] = text.split(slashed)
  if (before !== '' || parts.length < 1) return null
  const of = (tag: string) => parts.find(part => part.startsWith(`${tag}/`))?.slice(tag.length + 1) ?? ''
  const said = of('REMI').replace(/^(?:USTD|STRD)\/\//, '')
  return {
    remittance: [said, of('NAME') || (of('CNTP').split('/')[2] ?? '')]
      .map(one => one.replace(/(?<!\/)\/+$/, '').trim())
      .filter(one => one !== ''),
    endToEndId: [of('EREF').replace(/(?<!\/)\/+$/, '')].find(id => id !== '' && id !== 'NOTPROVIDED') ?? null,
  }
}

/** A shorter part ended with a word. */
const fullPart = 27

/** Free text, or numbered parts: 20 to 29 and 60 to 63 the text, 32 and 33 the other side's name, 00 what it was. */
function wordsOf(value: string): Pick<FoundLine, 'remittance' | 'endToEndId'> {
  const flat = value.replace(/\n/g, '')
  const tagged = slashedWords(flat)
  if (tagged) return tagged
  const [, sign = ''] = /^(?:\d{3})?([^\w\s/+])(?=\d\d)/.exec(flat) ?? []
  const parts = sign === '' ? [] : flat.split(sign)
  const of = (numbers: RegExp) => parts.filter(part => numbers.test(part.slice(0, 2))).map(part => part.slice(2))
  const [text, name, kind] = [
    of(/^(?:2\d|6[0-3])$/)
      .map(part => (part.length < fullPart && !part.endsWith(' ') ? `${part} ` : part))
      .join(''),
    of(/^3[23]$/).join(''),
    of(/^00$/).join(''),
  ]
  // `EREF+…SVWZ+…`: what is for the payee, among references.
  const pieces = text.split(/(?=(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|PURP)\+)/)
  const by = (tag: string) =>
    pieces
      .find(piece => piece.startsWith(`${tag}+`))
      ?.slice(5)
      .trim()
  const [before = ''] = pieces.filter(piece => !/^[A-Z]{4}\+/.test(piece))
  const said = by('SVWZ') ?? before
  const texts = parts.length === 0 ? value.split('\n') : [said === '' && name === '' ? kind : said, name]
  const endToEndId = by('EREF') ?? ''
  return {
    remittance: texts.map(one => one.trim()).filter(one => one !== ''),
    endToEndId: ['', 'NOTPROVIDED'].includes(endToEndId) ? null : endToEndId,
  }
}
