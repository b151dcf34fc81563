import { detailSeparator } from './csv.ts'
import { bounded, type ExportAccount, type ExportLine, type ExportStyle, type ExportWriter, writeXml } from './line.ts'

/** OFX 2.1.1: a statement per account; NAME 32, MEMO 255, FITID 255. */
export const ofxWriter: ExportWriter = {
  head,
  accountHead,
  line,
  accountTail,
  tail: () => '</BANKMSGSRSV1></OFX>\n',
  bookedOnly: true,
}

export const ofxNameLimit = 32

const done = { CODE: '0', SEVERITY: 'INFO' }

function head(_accounts: readonly ExportAccount[], { writtenAt, locale }: ExportStyle): string {
  const LANGUAGE = locale === 'fr' ? 'FRA' : 'ENG'
  const signedOn = writeXml({ SIGNONMSGSRSV1: { SONRS: { STATUS: done, DTSERVER: momentOf(writtenAt), LANGUAGE } } })
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n',
    `<OFX>${signedOn}\n<BANKMSGSRSV1>`,
  ].join('')
}

function accountHead(account: ExportAccount, { id, from, to }: ExportStyle): string {
  const response = writeXml({ TRNUID: id, STATUS: done })
  const statement = writeXml({
    CURDEF: account.currency,
    BANKACCTFROM: numberOf(account),
  })
  const period = writeXml({ DTSTART: dayOf(from), DTEND: dayOf(to) })
  return `<STMTTRNRS>${response}<STMTRS>${statement}\n<BANKTRANLIST>${period}\n`
}

/** Programs cut ACCTID at 22: a French account by its IBAN's parts, others by IBAN or id. */
function numberOf({ iban, bic, id }: ExportAccount) {
  const [, BANKID, BRANCHID, ACCTID, ACCTKEY] =
    /^(?:FR|MC)\d{2}(\d{5})(\d{5})([0-9A-Z]{11})(\d{2})$/.exec(iban ?? '') ?? []
  if (BANKID === undefined) return { BANKID: bounded(bic, 9), ACCTID: bounded(iban ?? id, 34), ACCTTYPE: 'CHECKING' }
  return { BANKID, BRANCHID, ACCTID, ACCTTYPE: 'CHECKING', ACCTKEY }
}

function line({ amount, day, label, remittance, entryReference, key, categoryName }: ExportLine): string {
  const whole = [...(label.length > ofxNameLimit ? [label] : []), ...remittance.slice(1)].join(detailSeparator)
  const STMTTRN = {
    TRNTYPE: amount.amount.startsWith('-') ? 'DEBIT' : 'CREDIT',
    DTPOSTED: dayOf(day),
    TRNAMT: amount.amount,
    FITID: bounded(entryReference ?? key, 255),
    NAME: bounded(label || categoryName, ofxNameLimit),
    MEMO: bounded(whole, 255),
  }
  return `${writeXml({ STMTTRN })}\n`
}

function accountTail({ balance }: ExportAccount, { writtenAt }: ExportStyle): string {
  const day = dayOf(balance?.day ?? writtenAt.slice(0, 10))
  const ledger = writeXml({ LEDGERBAL: { BALAMT: balance?.amount ?? '0', DTASOF: day } })
  return `</BANKTRANLIST>${ledger}</STMTRS></STMTTRNRS>\n`
}

/** `20261121`. */
function dayOf(iso: string): string {
  return iso.replaceAll('-', '')
}

/** `20261121183000`. */
function momentOf(iso: string): string {
  return iso.replace(/\D/g, '').slice(0, 14)
}
