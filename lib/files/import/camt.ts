import type { BankTransactionCode } from '@guichet/stet/terms/account-data.ts'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type FoundLine,
  type ImportReading,
  type ImportTarget,
  isVainReference,
  joinStatements,
  noCode,
  refuseFile,
  type StatementBalances,
  settleLines,
} from '#lib/domain/accounts/import-line.ts'
import { readDecimal } from '#lib/domain/accounts/import-number.ts'
import { parseXml } from '#lib/files/xml.ts'

/** camt.053, camt.052 and camt.054, any version: booked entries of one account. */

const lists = new Set(['Stmt', 'Rpt', 'Ntfctn', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'])
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
const Amount = z.object({ '#text': z.string(), '@Ccy': z.string() }).optional().catch(undefined)
/** XML's: a point. */
const decimal = /^\d*(?:\.\d*)?$/

/** Newer versions put a party's name into `Pty`. */
const Party = z
  .object({ Nm: Text, Pty: z.object({ Nm: Text }).optional().catch(undefined) })
  .transform(({ Nm, Pty }) => Nm ?? Pty?.Nm)
  .optional()
  .catch(undefined)
const Structured = z
  .object({ CdtrRefInf: z.object({ Ref: Text }).optional().catch(undefined) })
  .transform(({ CdtrRefInf }) => CdtrRefInf?.Ref)
  .optional()
  .catch(undefined)
const Entry = z.object({
  NtryRef: Text,
  AcctSvcrRef: Text,
  Amt: Amount,
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
                .object({ Ustrd: z.array(z.unknown()).default([]), Strd: z.array(Structured).default([]) })
                .optional()
                .catch(undefined),
              RltdPties: z
                .object({ Dbtr: Party, Cdtr: Party, UltmtDbtr: Party, UltmtCdtr: Party })
                .optional()
                .catch(undefined),
              AddtlTxInf: Text,
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

const Balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: Text }) }),
  Amt: Amount,
  CdtDbtInd: Text,
  Dt: Day,
})
const Statement = z.object({
  Acct: z
    .object({
      Id: z
        .object({ IBAN: Text, Othr: z.object({ Id: Text }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
      Ccy: Text,
    })
    .optional()
    .catch(undefined),
  Bal: z.array(z.unknown()).default([]),
  Ntry: z.array(z.unknown()).default([]),
})
type Statement = z.infer<typeof Statement>
const Content = z.union([
  z.object({ BkToCstmrStmt: z.object({ Stmt: z.array(Statement) }) }).transform(one => one.BkToCstmrStmt.Stmt),
  z.object({ BkToCstmrAcctRpt: z.object({ Rpt: z.array(Statement) }) }).transform(one => one.BkToCstmrAcctRpt.Rpt),
  z
    .object({ BkToCstmrDbtCdtNtfctn: z.object({ Ntfctn: z.array(Statement) }) })
    .transform(one => one.BkToCstmrDbtCdtNtfctn.Ntfctn),
])

/** Of a document, or of those within what carried them (`AppHdr` beside, a SOAP body around, also as its text). */
function statementsIn(node: unknown, depth = 0): readonly Statement[] | null {
  if (typeof node === 'string' && /<(?:\w+:)?BkToCstmr/.test(node) && !entities.test(node)) {
    const inner = parseXml(parser, node.trim())
    return 'parsed' in inner ? statementsIn(inner.parsed, depth + 5) : null
  }
  if (typeof node !== 'object' || node === null || depth > 10) return null
  const content = Content.safeParse(node)
  if (content.success) return content.data
  const found = Object.values(node).flatMap(inner => statementsIn(inner, depth + 1) ?? [])
  return found.length > 0 ? found : null
}

const entities = /<!(?:DOCTYPE|ENTITY)/i

/** Problems: `entities`, `bad_xml`, `several_accounts`, `other_account`, and those of entries. */
export function readCamt(text: string, target: ImportTarget, accountValue?: string): ImportReading {
  // Never resolved: refused before parsing.
  if (entities.test(text)) return refuseFile('entities')
  const xml = parseXml(parser, text)
  if (!('parsed' in xml)) return refuseFile('bad_xml', xml.line)
  const statements = statementsIn(xml.parsed)
  if (statements === null) return refuseFile('unknown_format')
  const isReport = /BkToCstmrAcctRpt/.test(text)
  let line = 0
  const found = statements.flatMap(statement =>
    statement.Ntry.map(raw => {
      const entry = readEntry(raw, ++line, statement)
      // Statements follow each other; reports of one day repeat what the earlier ones have.
      const isTold = isReport || statement.Bal.length > 0 || !isVainReference(entry.reference ?? '')
      return isTold ? { ...entry, statement } : entry
    }),
  )
  const balancesOf = (account: string) => {
    const own = statements.filter(one => accountOf(one) === account)
    return joinStatements(own.flatMap(one => balancesIn(one, target)))
  }
  return settleLines(found, target, { balancesOf, ...(accountValue === undefined ? {} : { accountValue }) })
}

function accountOf({ Acct }: Statement): string {
  return Acct?.Id?.IBAN ?? Acct?.Id?.Othr?.Id ?? ''
}

/** None if it is kept in another currency. */
function balancesIn({ Acct, Bal }: Statement, { currency }: ImportTarget): readonly StatementBalances[] {
  if ((Acct?.Ccy ?? currency) !== currency) return []
  const read = Bal.flatMap(raw => {
    const balance = Balance.safeParse(raw).data
    const size = readDecimal(balance?.Amt?.['#text'] ?? '', currency)
    if (!balance || !size || balance.Amt?.['@Ccy'] !== currency) return []
    const amount = balance.CdtDbtInd === 'DBIT' ? { ...size, amountMinor: -size.amountMinor } : size
    return [{ type: balance.Tp.CdOrPrtry.Cd ?? '', amount, day: readDay(balance.Dt?.Dt ?? balance.Dt?.DtTm ?? '') }]
  })
  const opening = read.find(({ type }) => type === 'OPBD' || type === 'PRCD')
  const closing = read.find(({ type }) => type === 'CLBD')
  return [
    {
      opening: opening?.amount ?? null,
      openingDay: opening?.day ?? null,
      closing: closing?.amount ?? null,
      closingDay: closing?.day ?? null,
    },
  ]
}

function readEntry(raw: unknown, line: number, statement: Statement): FoundLine {
  const entry = Entry.safeParse(raw).data
  const currency = entry?.Amt?.['@Ccy'] ?? ''
  // The indicator alone says the sign.
  const written = entry?.Amt?.['#text'].trim() ?? ''
  const size = decimal.test(written) ? readDecimal(written, currency) : null
  const sign = entry?.CdtDbtInd === 'DBIT' ? -1n : entry?.CdtDbtInd === 'CRDT' ? 1n : null
  const details = (entry?.NtryDtls ?? []).flatMap(({ TxDtls }) => TxDtls ?? [])
  // Of a batch none is the entry's.
  const ids = details.flatMap(({ Refs }) => Refs?.EndToEndId ?? [])
  return {
    line,
    day: readDay(entry?.BookgDt?.Dt ?? entry?.BookgDt?.DtTm ?? entry?.ValDt?.Dt ?? entry?.ValDt?.DtTm ?? ''),
    valueDate: readDay(entry?.ValDt?.Dt ?? entry?.ValDt?.DtTm ?? ''),
    amount: size && sign ? { ...size, amountMinor: sign * size.amountMinor } : null,
    currency,
    account: accountOf(statement),
    status: statusOf(entry?.Sts),
    remittance: entry ? textsOf(entry, details) : [],
    reference: entry?.AcctSvcrRef ?? entry?.NtryRef ?? null,
    endToEndId: ids.length === 1 ? (ids.find(id => id !== 'NOTPROVIDED') ?? null) : null,
    code: entry ? codeOf(entry) : noCode,
  }
}

function statusOf(status = 'BOOK') {
  if (status === 'BOOK') return 'booked'
  return status === 'INFO' ? 'informational' : 'not_booked'
}

type Details = NonNullable<NonNullable<Entry['NtryDtls']>[number]['TxDtls']>

/** What the payer wrote or the bank says, and the other side's name; else that, the creditor's reference and remarks. */
function textsOf({ AddtlNtryInf, CdtDbtInd }: Entry, details: Details): string[] {
  const written = details.flatMap(({ RmtInf }) => RmtInf?.Ustrd ?? []).flatMap(text => Text.parse(text) || [])
  const said = written.length > 0 ? written : AddtlNtryInf ? [AddtlNtryInf] : []
  const parties = details.map(({ RltdPties }) => partyOf(CdtDbtInd, RltdPties))
  // Of a batch none is the entry's.
  const [party = '', ...others] = new Set(parties)
  const isNew = party !== '' && others.length === 0 && !said.some(text => text.includes(party))
  if (said.length > 0) return isNew ? [...said, party] : said
  return details.flatMap(({ RmtInf, AddtlTxInf }, at) =>
    [parties[at], ...(RmtInf?.Strd ?? []), AddtlTxInf].flatMap(text => text ?? []),
  )
}

function partyOf(indicator: string | undefined, parties: Details[number]['RltdPties']): string | undefined {
  return indicator === 'DBIT' ? (parties?.Cdtr ?? parties?.UltmtCdtr) : (parties?.Dbtr ?? parties?.UltmtDbtr)
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
