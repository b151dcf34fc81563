import {
  cut,
  type ExportAccount,
  type ExportLine,
  type ExportStyle,
  type ExportWriter,
  element,
} from './export-line.ts'

/** ISO 20022 camt.053.001.08 (2019): one statement per account, elements in the order of its schema. */
export const camtWriter: ExportWriter = {
  head,
  accountHead,
  line,
  accountTail: () => '</Stmt>\n',
  tail: () => '</BkToCstmrStmt></Document>\n',
  bookedOnly: true,
}

function head(_: readonly ExportAccount[], { id, writtenAt }: ExportStyle): string {
  const header = `<GrpHdr>${element('MsgId', cut(id, 35))}${element('CreDtTm', writtenAt)}</GrpHdr>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${header}\n`
}

function accountHead(account: ExportAccount, { id, writtenAt }: ExportStyle): string {
  const { iban, currency, name, bic } = account
  const identity = iban === null ? `<Othr>${element('Id', cut(account.id, 34))}</Othr>` : element('IBAN', iban)
  const servicer = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)
    ? `<Svcr><FinInstnId>${element('BICFI', bic)}</FinInstnId></Svcr>`
    : ''
  const held = `<Acct><Id>${identity}</Id>${element('Ccy', currency)}${element('Nm', cut(name, 70))}${servicer}</Acct>`
  const statementId = element('Id', cut(`${id.slice(0, 20)}-${account.id.replaceAll('-', '').slice(-14)}`, 35))
  return `<Stmt>${statementId}${element('CreDtTm', writtenAt)}${held}${balanceOf(account, writtenAt)}\n`
}

/** The schema wants a balance; where none was read it says so instead of a code. */
function balanceOf({ balance, currency }: ExportAccount, writtenAt: string): string {
  const type = balance?.type === 'CLBD' ? element('Cd', 'CLBD') : element('Prtry', balance?.type ?? 'NOT READ')
  const money = amountOf(balance?.amount ?? '0', currency)
  return `<Bal><Tp><CdOrPrtry>${type}</CdOrPrtry></Tp>${money}<Dt>${element('Dt', balance?.day ?? writtenAt.slice(0, 10))}</Dt></Bal>`
}

/** The size, and which way it goes. */
function amountOf(amount: string, currency: string): string {
  const out = amount.startsWith('-')
  return `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>${element('CdtDbtInd', out ? 'DBIT' : 'CRDT')}`
}

function line(entry: ExportLine): string {
  const { amount, bookingDate, day, valueDate, entryReference } = entry
  const dates = `<BookgDt>${element('Dt', bookingDate ?? day)}</BookgDt>${valueDate === null ? '' : `<ValDt>${element('Dt', valueDate)}</ValDt>`}`
  return [
    `<Ntry>${element('NtryRef', entryReference === null ? null : cut(entryReference, 35))}`,
    `${amountOf(amount.amount, amount.currency)}<Sts><Cd>BOOK</Cd></Sts>${dates}`,
    `${codeOf(entry.code)}${detailsOf(entry)}</Ntry>\n`,
  ].join('')
}

/** `PMNT / RDDT / ESDD / 537` as ISO's three and the national one; the schema wants one of them. */
function codeOf(code: string | null): string {
  const parts = (code ?? '').split(' / ')
  const iso = parts.slice(0, 3).every(part => /^[A-Z]{4}$/.test(part)) && parts.length >= 3
  const [domain = '', family = '', subFamily = ''] = parts
  const structured = iso
    ? `<Domn>${element('Cd', domain)}<Fmly>${element('Cd', family)}${element('SubFmlyCd', subFamily)}</Fmly></Domn>`
    : ''
  const own = iso ? parts[3] : code
  const proprietary = own || !iso ? `<Prtry>${element('Cd', cut(own || 'NTAV', 35))}</Prtry>` : ''
  return `<BkTxCd>${structured}${proprietary}</BkTxCd>`
}

function detailsOf({ endToEndId, remittance }: ExportLine): string {
  const references = endToEndId === null ? '' : `<Refs>${element('EndToEndId', cut(endToEndId, 35))}</Refs>`
  const lines = remittance.map(text => element('Ustrd', cut(text, 140))).join('')
  const remitted = lines === '' ? '' : `<RmtInf>${lines}</RmtInf>`
  return references + remitted === '' ? '' : `<NtryDtls><TxDtls>${references}${remitted}</TxDtls></NtryDtls>`
}
