import {
  type ImportedLine,
  type ImportProblem,
  type ImportReading,
  type ImportTarget,
  importLimits,
  isDomesticNumber,
  isOtherAccount,
  isOtherBank,
  noCode,
  readDay,
  readFileAmount,
  refuseFile,
} from '#lib/domain/accounts/import-line.ts'
import { detailSeparator } from '#lib/files/export/csv.ts'

/** OFX 1 (SGML, no closing tags) and 2 (XML). */

type Entry = {
  readonly line: number
  readonly account: string
  readonly bankCode: string
  readonly currency: string
  readonly fields: Map<string, string>
}

/** Problems: `entities`, `several_accounts`, `other_account`, and those of transactions. */
export function readOfx(text: string, target: ImportTarget): ImportReading {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refuseFile('entities')
  const found = readEntries(text)
  if (found.length > importLimits.lines) return refuseFile('too_many_lines')
  const accounts = new Set(found.map(({ account }) => account))
  const isOther = ({ account, bankCode }: Entry) => isOtherAccount(account, target) || isOtherBank(bankCode, target)
  if (accounts.size === 1 && found.some(isOther)) return refuseFile('other_account')
  const entries = accounts.size > 1 ? found.filter(({ account }) => isSameAccount(account, target.iban)) : found
  if (accounts.size > 1 && entries.length === 0) return refuseFile('several_accounts')
  if (entries.length === 0) return refuseFile('empty')
  const lines: ImportedLine[] = []
  const problems: ImportProblem[] = []
  for (const entry of entries) {
    const read = readEntry(entry, target)
    if (typeof read === 'string') problems.push({ code: read, line: entry.line })
    else lines.push(read)
    if (problems.length >= importLimits.problems) break
  }
  return { lines, problems }
}

/** The IBAN, or the part a bank prints. */
export function isSameAccount(account: string, iban: string | null): boolean {
  const bare = account.replace(/\s/g, '')
  return iban !== null && bare.length >= 5 && iban.includes(bare)
}

function readEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let [currency, line, at] = ['', 1, 0]
  let open: Map<string, string> | null = null
  let from = new Map<string, string>()
  for (const tag of text.matchAll(/<(\/?)([A-Za-z0-9.]+)>([^<]*)/g)) {
    for (; at < tag.index; at++) if (text.charCodeAt(at) === 10) line++
    const [, closing = '', raw = '', value = ''] = tag
    const name = raw.toUpperCase()
    if (name === 'STMTTRN') {
      open = closing ? null : new Map()
      if (open)
        entries.push({ line, account: numberOf(from), bankCode: from.get('BANKID') ?? '', currency, fields: open })
    } else if (open && !closing && !open.has(name)) open.set(name, decodeEntities(value.trim()))
    else if (name.endsWith('ACCTFROM') && !closing) from = new Map()
    else if (numberParts.has(name) && !closing && !open) from.set(name, value.trim())
    else if (name === 'CURDEF' && !closing) currency = value.trim()
    if (entries.length > importLimits.lines) break
  }
  return entries
}

const numberParts = new Set(['BANKID', 'BRANCHID', 'ACCTID', 'ACCTKEY'])

/** What follows an IBAN's check digits, else the account number. */
function numberOf(from: ReadonlyMap<string, string>): string {
  const parts = [...numberParts].map(name => from.get(name) ?? '')
  const whole = parts.join('')
  return isDomesticNumber(whole) && parts.map(part => part.length).join() === '5,5,11,2' ? whole : (parts[2] ?? '')
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function decodeEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,5});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name) ?? whole
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}

function readEntry({ line, fields, currency: given }: Entry, { currency, today }: ImportTarget) {
  const day = readDay(fields.get('DTPOSTED') ?? '')
  if (day === null) return 'bad_day'
  if (day > today) return 'future_day'
  if (given !== '' && given.toUpperCase() !== currency) return 'other_currency'
  const amount = readFileAmount(fields.get('TRNAMT') ?? '', currency)
  if (!amount) return 'bad_amount'
  const [name, memo] = [fields.get('NAME') ?? '', fields.get('MEMO') ?? '']
  const further = memo === '' ? [] : memo.split(detailSeparator)
  // NAME is cut at 32; the memo has the full text.
  const remittance = further[0]?.startsWith(name) ? further : [name, ...further]
  return {
    line,
    day,
    valueDate: null,
    amount,
    remittance: remittance.filter(text => text !== ''),
    reference: fields.get('FITID') || null,
    endToEndId: null,
    code: noCode,
  }
}
