import type { BankTransactionCode } from '@guichet/stet/terms/account-data.ts'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import {
  type ImportedLine,
  type ImportProblem,
  type ImportReading,
  type ImportTarget,
  importLimits,
  isOtherAccount,
  noCode,
  readDay,
  readFileAmount,
  refuseFile,
} from '#lib/domain/accounts/import-line.ts'
import { parseXml } from '#lib/files/xml.ts'

/** Any version: booked entries of one account. */

const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd'])
const parser = new XMLParser({
  // The only attribute read.
  ignoreAttributes: name => name !== 'Ccy',
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  trimValues: true,
  isArray: name => lists.has(name),
})

const Text = z
  .union([z.string(), z.object({ '#text': z.string() }).transform(value => value['#text'])])
  .optional()
  .catch(undefined)
const Day = z.object({ Dt: Text, DtTm: Text }).optional().catch(undefined)
const Entry = z.object({
  NtryRef: Text,
  AcctSvcrRef: Text,
  Amt: z.object({ '#text': z.string(), '@Ccy': z.string() }).optional().catch(undefined),
  CdtDbtInd: Text,
  Sts: z
    .union([z.string(), z.object({ Cd: Text }).transform(({ Cd }) => Cd ?? '')])
    .optional()
    .catch(undefined),
  BookgDt: Day,
  ValDt: Day,
  BkTxCd: z
    .object({
      Domn: z
        .object({ Cd: Text, Fmly: z.object({ Cd: Text, SubFmlyCd: Text }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
      Prtry: z.object({ Cd: Text, Issr: Text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  NtryDtls: z
    .array(
      z.object({
        TxDtls: z
          .array(
            z.object({
              Refs: z.object({ EndToEndId: Text }).optional().catch(undefined),
              RmtInf: z
                .object({ Ustrd: z.array(z.unknown()) })
                .optional()
                .catch(undefined),
            }),
          )
          .optional()
          .catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  AddtlNtryInf: Text,
})
type Entry = z.infer<typeof Entry>

const Statement = z.object({
  Acct: z
    .object({
      Id: z
        .object({ IBAN: Text, Othr: z.object({ Id: Text }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  Ntry: z.array(z.unknown()).default([]),
})
const Document = z.object({
  Document: z.object({ BkToCstmrStmt: z.object({ Stmt: z.array(Statement) }) }),
})

/** Problems: `entities`, `bad_xml`, `several_accounts`, `other_account`, and those of entries. */
export function readCamt(text: string, target: ImportTarget): ImportReading {
  // Never resolved: refused before parsing.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refuseFile('entities')
  const xml = parseXml(parser, text)
  if (!('parsed' in xml)) return refuseFile('bad_xml', xml.line)
  const document = Document.safeParse(xml.parsed)
  if (!document.success) return refuseFile('unknown_format')
  const statements = document.data.Document.BkToCstmrStmt.Stmt
  const ids = new Set(statements.map(accountOf))
  if (ids.size === 1 && isOtherAccount([...ids].join(), target)) return refuseFile('other_account')
  const own = ids.size > 1 ? statements.filter(statement => accountOf(statement) === target.iban) : statements
  if (ids.size > 1 && own.length === 0) return refuseFile('several_accounts')
  return readEntries(
    own.flatMap(({ Ntry }) => Ntry),
    target,
  )
}

function accountOf({ Acct }: z.infer<typeof Statement>): string {
  return Acct?.Id?.IBAN ?? Acct?.Id?.Othr?.Id ?? ''
}

function readEntries(entries: readonly unknown[], target: ImportTarget): ImportReading {
  if (entries.length > importLimits.lines) return refuseFile('too_many_lines')
  const lines: ImportedLine[] = []
  const problems: ImportProblem[] = []
  for (const [index, raw] of entries.entries()) {
    const entry = Entry.safeParse(raw)
    const read = entry.success ? readEntry(entry.data, index + 1, target) : 'bad_amount'
    if (typeof read === 'string') problems.push({ code: read, line: index + 1 })
    else if (read) lines.push(read)
    if (problems.length >= importLimits.problems) break
  }
  return lines.length === 0 && problems.length === 0 ? refuseFile('empty') : { lines, problems }
}

/** Null unless booked: others may change. */
function readEntry(entry: Entry, line: number, { currency, today }: ImportTarget) {
  if (entry.Sts !== undefined && entry.Sts !== 'BOOK') return null
  const day = readDay(entry.BookgDt?.Dt ?? entry.BookgDt?.DtTm ?? entry.ValDt?.Dt ?? '')
  if (day === null) return 'bad_day'
  if (day > today) return 'future_day'
  if (entry.Amt && entry.Amt['@Ccy'] !== currency) return 'other_currency'
  const size = readFileAmount(entry.Amt?.['#text'] ?? '', currency)
  if (!size || (entry.CdtDbtInd !== 'CRDT' && entry.CdtDbtInd !== 'DBIT')) return 'bad_amount'
  const details = (entry.NtryDtls ?? []).flatMap(({ TxDtls }) => TxDtls ?? [])
  const texts = details.flatMap(({ RmtInf }) => RmtInf?.Ustrd ?? []).flatMap(text => Text.parse(text) ?? [])
  return {
    line,
    day,
    valueDate: readDay(entry.ValDt?.Dt ?? entry.ValDt?.DtTm ?? ''),
    amount: entry.CdtDbtInd === 'DBIT' ? { ...size, amountMinor: -size.amountMinor } : size,
    remittance: texts.length > 0 ? texts : [entry.AddtlNtryInf ?? ''].filter(text => text !== ''),
    reference: entry.NtryRef ?? entry.AcctSvcrRef ?? null,
    endToEndId: details[0]?.Refs?.EndToEndId ?? null,
    code: codeOf(entry),
  }
}

function codeOf({ BkTxCd }: Entry): BankTransactionCode {
  if (!BkTxCd) return noCode
  const { Domn, Prtry } = BkTxCd
  const own = Prtry?.Cd === 'NTAV' ? null : (Prtry?.Cd ?? null)
  return {
    domain: Domn?.Cd ?? null,
    family: Domn?.Fmly?.Cd ?? null,
    subFamily: Domn?.Fmly?.SubFmlyCd ?? null,
    code: own,
    issuer: Prtry?.Issr ?? null,
  }
}
