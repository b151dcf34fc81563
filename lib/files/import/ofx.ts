import { formatAmount } from '@guichet/values/money/minor.ts'
import { decodeEntities } from '@guichet/values/text/entities.ts'
import { readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type ColumnMapping,
  type FoundLine,
  type ImportReading,
  type ImportTarget,
  importLimits,
  isDomesticNumber,
  isOtherBank,
  noCode,
  refuseFile,
  settleLines,
} from '#lib/domain/accounts/import-line.ts'
import { readDecimal } from '#lib/domain/accounts/import-number.ts'
import { askBelowZero } from '#lib/domain/accounts/import-question.ts'
import { detailSeparator } from '#lib/files/export/csv.ts'
import { ofxNameLimit } from '#lib/files/export/ofx.ts'
import { directionAmong } from './heads.ts'

/** OFX 1 (SGML, no closing tags) and 2 (XML). */

type Fields = ReadonlyMap<string, string>
type Entry = {
  readonly line: number
  readonly from: Fields
  readonly currency: string
  readonly fields: Fields
  readonly isPending: boolean
}
/** LEDGERBAL. */
type Balance = { readonly from: Fields; readonly currency: string; readonly fields: Fields }

/** Problems: `entities`, `several_accounts`, `other_account`, and those of transactions. */
export function readOfx(text: string, target: ImportTarget, mapping: ColumnMapping = {}): ImportReading {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refuseFile('entities')
  if (!/<\/OFX>/i.test(text)) return refuseFile('bad_record', text.trimEnd().split('\n').length)
  const { entries, balances, securities } = readEntries(plainText(text))
  const accounts = new Set(entries.map(({ from }) => numberOf(from)))
  if (accounts.size === 1 && entries.some(({ from }) => isOtherBank(from.get('BANKID') ?? '', target)))
    return refuseFile('other_account')
  const corrected = new Set(entries.flatMap(({ fields }) => fields.get('CORRECTFITID') || []))
  const read = entries.map(entry => readEntry(entry, target, corrected))
  const { accountValue, belowZero } = mapping
  const spent = spentOf(read, entries)
  const [unclear] = belowZero === undefined && !isDebited(spent) ? spent.keys() : []
  const isTurned = spent.size > 0 && belowZero !== 'out' && unclear === undefined
  const found = isTurned ? read.map(line => (spent.has(line) ? turn(line) : line)) : read
  const notes = securities.map(line => ({ code: 'other_account' as const, line }))
  const reading = settleLines(found, target, { notes, ...(accountValue === undefined ? {} : { accountValue }) })
  if (unclear && reading.problems.length === 0) return askAbout(unclear, spent.size - 1, target)
  const kept = new Set(reading.lines.map(({ line }) => line))
  const own = entries.find(({ line }) => kept.has(line))
  const closing = balances.findLast(({ from, currency }) => from === own?.from && currency === own.currency)?.fields
  const amount = readDecimal(closing?.get('BALAMT') ?? '', target.currency)
  return amount
    ? {
        ...reading,
        balance: { closing: amount, closingDay: dayOf(closing?.get('DTASOF')), difference: null, line: null },
      }
    : reading
}

const spending = /^(?:DEBIT|FEE|SRVCHG|ATM|POS|CHECK|PAYMENT|DIRECTDEBIT|REPEATPMT)$/i

/** What may have the wrong sign, with its type: without any below zero what went out, else all that is contrary to its type. */
function spentOf(read: readonly FoundLine[], entries: readonly Entry[]): ReadonlyMap<FoundLine, string> {
  const types = read.map((line, at) => [line, entries[at]?.fields.get('TRNTYPE') ?? ''] as const)
  if (read.some(isBelow)) {
    const told = types.filter(([, type]) => /^(?:DEBIT|CREDIT)$/i.test(type))
    return new Map(
      told.every(([line, type]) => isBelow(line) === /^CREDIT$/i.test(type)) && told.length > 0 ? types : [],
    )
  }
  return new Map(types.filter(([{ amount }, type]) => amount?.amountMinor && spending.test(type)))
}

const isBelow = ({ amount }: FoundLine) => (amount?.amountMinor ?? 0n) < 0n

/** A refund or a cheque paid in may have these types too, a debit not. */
function isDebited(spent: ReadonlyMap<FoundLine, string>): boolean {
  const isContrary = (line: FoundLine) => isBelow(line) || directionAmong(line.remittance) === 'in'
  return [...spent.values()].some(type => /DEBIT$/i.test(type)) && ![...spent.keys()].some(isContrary)
}

function turn({ amount, ...line }: FoundLine): FoundLine {
  return { ...line, amount: amount && { ...amount, amountMinor: -amount.amountMinor } }
}

function askAbout({ line, amount, remittance }: FoundLine, others: number, { currency }: ImportTarget): ImportReading {
  const text = amount ? formatAmount(amount) : ''
  return askBelowZero({ text, line, label: remittance[0] ?? '', others }, currency, '.')
}

/** Without comments, which may contain transactions; what is quoted as it would be written otherwise. */
function plainText(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('<!', at)
    const isComment = text.startsWith('<!--', from)
    const isQuoted = text.startsWith('<![CDATA[', from)
    const end = from < 0 ? -1 : isComment ? text.indexOf('-->', from) : isQuoted ? text.indexOf(']]>', from) : from
    if (end < 0) return [...parts, text.slice(at)].join('')
    const inner = text.slice(from, end)
    parts.push(text.slice(at, from))
    if (isComment) parts.push(inner.replace(/[^\n]/g, ''))
    else if (isQuoted) parts.push(inner.slice(9).replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    at = isComment || isQuoted ? end + 3 : end + 2
  }
}

/** `securities`: lines of what was bought, sold or paid on them. */
function readEntries(text: string) {
  const [entries, balances, securities]: [Entry[], Balance[], number[]] = [[], [], []]
  let [currency, line, at] = ['', 1, 0]
  let open: Map<string, string> | null = null
  let from = new Map<string, string>()
  for (const tag of text.matchAll(/<(\/?)([A-Za-z0-9.]+)(?:\s[^<>]*)?>([^<]*(?:<(?![A-Za-z/])[^<]*){0,9})/g)) {
    for (; at < tag.index; at++) if (text.charCodeAt(at) === 10) line++
    const [, closing = '', raw = '', value = ''] = tag
    const name = raw.toUpperCase()
    const isPending = name === 'STMTTRNP'
    if (isPending || name === 'STMTTRN' || name === 'LEDGERBAL') {
      open = closing ? null : new Map()
      if (open && name === 'LEDGERBAL') balances.push({ from, currency, fields: open })
      else if (open) entries.push({ line, from, currency, fields: open, isPending })
    } else if (open && !closing && !open.has(name)) open.set(name, decodeEntities(value.trim()))
    else if (name === 'INVTRAN' && !closing) securities.push(line)
    else if (name.endsWith('ACCTFROM') && !closing) from = new Map()
    else if (numberParts.has(name) && !closing && !open) {
      if (from.has(name)) from = new Map()
      from.set(name, value.trim())
    } else if (name === 'CURDEF' && !closing) currency = value.trim()
    if (entries.length + securities.length > importLimits.lines) break
  }
  return { entries, balances, securities }
}

const numberParts = new Set(['BANKID', 'BRANCHID', 'ACCTID', 'ACCTKEY'])

/** What follows an IBAN's check digits, else the account number. Ours ends with the currency if it isn't the euro. */
function numberOf(from: Fields): string {
  const parts = [...numberParts].map(name => from.get(name) ?? '')
  const [bank = '', branch = '', account = '', key = ''] = parts
  const bare = account.replace(/^([0-9A-Z]{11,34})-[A-Z]{3}$/, '$1')
  const whole = [bank, branch, bare, key].join('')
  const lengths = [bank, branch, bare, key].map(part => part.length).join()
  return isDomesticNumber(whole) && /^5,5,11,[02]$/.test(lengths) ? whole : bare
}

/** Its standard has the year first. */
const dayOf = (text = '') => (/^\d{4}/.test(text) ? readDay(text) : null)

function readEntry(
  { line, from, fields, currency: given, isPending }: Entry,
  { currency }: ImportTarget,
  corrected: ReadonlySet<string>,
): FoundLine {
  // CURRENCY: of this amount; ORIGCURRENCY: of the purchase, before it was converted.
  const of = ((fields.has('CURRENCY') && fields.get('CURSYM')) || given).toUpperCase()
  const isTakenBack = corrected.has(fields.get('FITID') ?? '-') || fields.get('CORRECTACTION') === 'DELETE'
  const [name, memo] = [fields.get('NAME') ?? fields.get('EXTDNAME') ?? '', fields.get('MEMO') ?? '']
  const further = memo === '' ? [] : memo.split(detailSeparator)
  // NAME is cut at 32; the memo has the full text.
  const isCut =
    [...name].length >= ofxNameLimit - 1 && further[0]?.startsWith(name) && [...further[0]].length >= ofxNameLimit
  const remittance = isCut ? further : [name, ...further]
  return {
    line,
    day: dayOf(fields.get('DTPOSTED')),
    valueDate: null,
    amount: readDecimal(fields.get('TRNAMT') ?? '', of || currency),
    currency: of,
    account: numberOf(from),
    statement: from,
    status: isPending ? 'not_booked' : isTakenBack ? 'declined' : 'booked',
    remittance: remittance.filter(text => text !== ''),
    reference: fields.get('FITID') || null,
    endToEndId: null,
    code: noCode,
  }
}
