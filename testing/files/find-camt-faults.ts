import { XMLParser } from 'fast-xml-parser'

/**
 * Checks the structure of a statement in camt.053.001.08: the order of elements, which of them are required or may be repeated, and the forms of
 * their texts. Written from the message definition of ISO 20022, as far as our statements go; it is not the schema itself.
 */

type Element = { readonly [name: string]: readonly unknown[] | string }
/** A name with `?` may be missing, with `*` may come any number of times, with `+` at least once; `|` separates alternatives. */
const sequences: { readonly [path: string]: string } = {
  Document: 'BkToCstmrStmt',
  BkToCstmrStmt: 'GrpHdr Stmt+',
  GrpHdr: 'MsgId CreDtTm MsgRcpt? MsgPgntn? OrgnlBizQry? AddtlInf?',
  Stmt: 'Id StmtPgntn? ElctrncSeqNb? RptgSeq? LglSeqNb? CreDtTm? FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* Bal+ TxsSummry? Ntry* AddtlStmtInf?',
  Acct: 'Id Tp? Ccy? Nm? Prxy? Ownr? Svcr?',
  'Acct/Id': 'IBAN|Othr',
  Othr: 'Id SchmeNm? Issr?',
  Svcr: 'FinInstnId BrnchId?',
  FinInstnId: 'BICFI? ClrSysMmbId? LEI? Nm? PstlAdr? Othr?',
  Bal: 'Tp CdtLine* Amt CdtDbtInd Dt Avlbty*',
  'Bal/Tp': 'CdOrPrtry SubTp?',
  CdOrPrtry: 'Cd|Prtry',
  'Bal/Dt': 'Dt|DtTm',
  Ntry: 'NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls? Chrgs? TechInptChanl? Intrst? CardTx? NtryDtls* AddtlNtryInf?',
  Sts: 'Cd|Prtry',
  BookgDt: 'Dt|DtTm',
  ValDt: 'Dt|DtTm',
  BkTxCd: 'Domn? Prtry?',
  Domn: 'Cd Fmly',
  Fmly: 'Cd SubFmlyCd',
  'BkTxCd/Prtry': 'Cd Issr?',
  NtryDtls: 'Btch? TxDtls*',
  TxDtls:
    'Refs? Amt? CdtDbtInd? AmtDtls? Avlbty* BkTxCd? Chrgs? Intrst? RltdPties? RltdAgts? LclInstrm? Purp? RltdRmtInf* RmtInf?',
  Refs: 'MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? UETR? TxId? MndtId? ChqNb? ClrSysRef? AcctOwnrTxId? AcctSvcrTxId? MktInfrstrctrTxId? PrcgId? Prtry*',
  RmtInf: 'Ustrd* Strd*',
}

const max = (length: number) => new RegExp(`^[\\s\\S]{1,${length}}$`)
const texts: { readonly [path: string]: RegExp } = {
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  Amt: /^\d{1,18}(\.\d{1,5})?$/,
  CdtDbtInd: /^(CRDT|DBIT)$/,
  IBAN: /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  Ccy: /^[A-Z]{3}$/,
  'Sts/Cd': /^(BOOK|PDNG|INFO|FUTR)$/,
  'Domn/Cd': /^[A-Z]{4}$/,
  'Fmly/Cd': /^[A-Z]{4}$/,
  SubFmlyCd: /^[A-Z]{4}$/,
  Nm: max(70),
  Ustrd: max(140),
  'Othr/Id': max(34),
}

/** What is wrong with a statement, as paths; nothing if its structure is sound. */
export function findCamtFaults(xml: string): string[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
  })
  const faults: string[] = []
  const root: unknown = parser.parse(xml)
  const documents = childrenOf(root).filter(({ name }) => name === 'Document')
  if (!xml.includes('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">')) faults.push('the namespace')
  if (documents.length !== 1) faults.push('one document')
  for (const { name, inner } of documents) look(name, name, inner, faults)
  return faults
}

function look(path: string, own: string, inner: unknown, faults: string[]): void {
  const pair = path.split('/').slice(-2).join('/')
  const sequence = sequences[pair] ?? sequences[own]
  const children = childrenOf(inner)
  if (sequence !== undefined && children.length > 0) {
    const isChoice = sequence.includes('|')
    const pattern = isChoice
      ? `(?:${sequence})`
      : sequence
          .split(' ')
          .map(part => part.replace(/^(\w+)([?*+]?)$/, '(?:$1,)$2'))
          .join('')
    const names = children.map(({ name }) => (isChoice ? name : `${name},`)).join('')
    if (!new RegExp(`^${pattern}$`).test(names)) faults.push(`${path}: ${names}`)
    for (const { name, inner: below } of children) look(`${path}/${name}`, name, below, faults)
    return
  }
  if (children.length > 0) {
    faults.push(`${path}: is not known here`)
    return
  }
  const form = texts[pair] ?? texts[own] ?? max(35)
  if (!form.test(textOf(inner))) faults.push(path)
}

function childrenOf(inner: unknown): { name: string; inner: unknown }[] {
  if (!Array.isArray(inner)) return []
  return inner.flatMap((part: Element) =>
    Object.entries(part).flatMap(([name, below]) =>
      name.startsWith('#') || name.startsWith(':') || name.startsWith('?') ? [] : [{ name, inner: below }],
    ),
  )
}

function textOf(inner: unknown): string {
  if (!Array.isArray(inner)) return ''
  return inner.map((part: Element) => (typeof part['#text'] === 'string' ? part['#text'] : '')).join('')
}
