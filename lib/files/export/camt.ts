import {
  bounded,
  cut,
  type ExportAccount,
  type ExportLine,
  type ExportStyle,
  type ExportWriter,
  shortNumberOf,
  writeXml,
} from './line.ts'

export type CamtEntry = Pick<
  ExportLine,
  'amount' | 'bookingDate' | 'day' | 'valueDate' | 'entryReference' | 'code' | 'endToEndId' | 'remittance'
>

/** camt.053.001.08 (2019): a statement per account, elements in the schema's order. */
export const camtWriter = {
  head: (_, style) => head('053', 'BkToCstmrStmt', style),
  accountHead: (account, style) => {
    const Bal = balanceOf(account, style.writtenAt)
    return `<Stmt>${writeXml({ ...accountOf(account, style), Bal })}\n`
  },
  line,
  accountTail: () => '</Stmt>\n',
  tail: () => '</BkToCstmrStmt></Document>\n',
  bookedOnly: true,
} as const satisfies ExportWriter

/** camt.054.001.08: entries of an account, which say nothing of its balance or of what else is there. */
export const camtNoticeWriter = {
  head: (style: ExportStyle) => head('054', 'BkToCstmrDbtCdtNtfctn', style),
  accountHead: (account: Omit<ExportAccount, 'balance'>, style: ExportStyle) =>
    `<Ntfctn>${writeXml(accountOf(account, style))}\n`,
  line,
  accountTail: () => '</Ntfctn>\n',
  tail: () => '</BkToCstmrDbtCdtNtfctn></Document>\n',
}

function head(message: string, element: string, { id, writtenAt }: ExportStyle): string {
  const header = writeXml({ GrpHdr: { MsgId: bounded(id, 35), CreDtTm: writtenAt } })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.08"><${element}>${header}\n`
}

function accountOf(account: Omit<ExportAccount, 'balance'>, { id, writtenAt }: ExportStyle) {
  const { iban, currency, name, bic } = account
  const isBic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)
  return {
    Id: bounded(`${id.slice(0, 20)}-${account.id.replaceAll('-', '').slice(-14)}`, 35),
    CreDtTm: writtenAt,
    Acct: {
      Id: iban === null ? { Othr: { Id: shortNumberOf(account.id) } } : { IBAN: iban },
      Ccy: currency,
      Nm: bounded(name, 70),
      Svcr: isBic ? { FinInstnId: { BICFI: bic } } : undefined,
    },
  }
}

/** Required; if none was read the element says so. */
function balanceOf({ balance, currency }: ExportAccount, writtenAt: string) {
  return {
    Tp: { CdOrPrtry: balance?.type === 'CLBD' ? { Cd: 'CLBD' } : { Prtry: balance?.type ?? 'NOT READ' } },
    ...amountOf(balance?.amount ?? '0', currency),
    Dt: { Dt: balance?.day ?? writtenAt.slice(0, 10) },
  }
}

function amountOf(amount: string, currency: string) {
  return {
    Amt: { '@Ccy': currency, '#text': amount.replace('-', '') },
    CdtDbtInd: amount.startsWith('-') ? 'DBIT' : 'CRDT',
  }
}

/** In the schema's order. */
function line(entry: CamtEntry): string {
  const { amount, bookingDate, day, valueDate, entryReference, code } = entry
  const Ntry = {
    NtryRef: bounded(entryReference, 35),
    ...amountOf(amount.amount, amount.currency),
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: bookingDate ?? day },
    ValDt: valueDate === null ? undefined : { Dt: valueDate },
    BkTxCd: codeOf(code),
    NtryDtls: detailsOf(entry),
  }
  return `${writeXml({ Ntry })}\n`
}

/** ISO's three codes and the national one; either is required. */
function codeOf(code: string | null) {
  const [domain = '', family = '', subFamily = '', own = ''] = (code ?? '').split(' / ')
  const isIso = [domain, family, subFamily].every(part => /^[A-Z]{4}$/.test(part))
  if (!isIso) return { Prtry: { Cd: cut(code || 'NTAV', 35) } }
  return {
    Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } },
    Prtry: own === '' ? undefined : { Cd: cut(own, 35) },
  }
}

function detailsOf({ endToEndId, remittance }: CamtEntry) {
  const EndToEndId = bounded(endToEndId, 35)
  const Ustrd = remittance.flatMap(text => bounded(text, 140) ?? [])
  const TxDtls = {
    Refs: EndToEndId && { EndToEndId },
    RmtInf: Ustrd.length > 0 ? { Ustrd } : undefined,
  }
  return TxDtls.Refs || TxDtls.RmtInf ? { TxDtls } : undefined
}
