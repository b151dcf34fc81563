import { detailSeparator } from './export-csv.ts'
import {
  cut,
  type ExportAccount,
  type ExportLine,
  type ExportStyle,
  type ExportWriter,
  element,
} from './export-line.ts'

/** OFX 2.1.1 (XML): one statement per account. Texts are bounded as its data types say: NAME 32, MEMO 255, FITID 255. */
export const ofxWriter: ExportWriter = {
  head,
  accountHead,
  line,
  accountTail,
  tail: () => '</BANKMSGSRSV1></OFX>\n',
  bookedOnly: true,
}

export const ofxNameLimit = 32

function head(_accounts: readonly ExportAccount[], { writtenAt, locale }: ExportStyle): string {
  const status = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'
  const language = element('LANGUAGE', locale === 'fr' ? 'FRA' : 'ENG')
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n',
    `<OFX><SIGNONMSGSRSV1><SONRS>${status}${element('DTSERVER', momentOf(writtenAt))}${language}</SONRS></SIGNONMSGSRSV1>\n`,
    '<BANKMSGSRSV1>',
  ].join('')
}

function accountHead(account: ExportAccount, { id }: ExportStyle): string {
  const { iban, bic, currency } = account
  const from = [
    element('BANKID', cut(bic, 9)),
    element('ACCTID', cut(iban ?? account.id, 34)),
    element('ACCTTYPE', 'CHECKING'),
  ]
  const status = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'
  return `<STMTTRNRS>${element('TRNUID', id)}${status}<STMTRS>${element('CURDEF', currency)}<BANKACCTFROM>${from.join('')}</BANKACCTFROM>\n<BANKTRANLIST><DTSTART>19000101</DTSTART><DTEND>99991231</DTEND>\n`
}

function line({ amount, day, label, remittance, entryReference, key, categoryName }: ExportLine): string {
  const whole = [...(label.length > ofxNameLimit ? [label] : []), ...remittance.slice(1)].join(detailSeparator)
  const fields = [
    element('TRNTYPE', amount.amount.startsWith('-') ? 'DEBIT' : 'CREDIT'),
    element('DTPOSTED', day.replaceAll('-', '')),
    element('TRNAMT', amount.amount),
    element('FITID', cut(entryReference ?? key, 255)),
    element('NAME', cut(label || categoryName, ofxNameLimit)),
    element('MEMO', cut(whole, 255)),
  ]
  return `<STMTTRN>${fields.join('')}</STMTTRN>\n`
}

function accountTail({ balance }: ExportAccount, { writtenAt }: ExportStyle): string {
  const day = (balance?.day ?? writtenAt.slice(0, 10)).replaceAll('-', '')
  const ledger = `<LEDGERBAL>${element('BALAMT', balance?.amount ?? '0')}${element('DTASOF', day)}</LEDGERBAL>`
  return `</BANKTRANLIST>${ledger}</STMTRS></STMTTRNRS>\n`
}

/** `20261121183000`. */
function momentOf(iso: string): string {
  return iso.replace(/\D/g, '').slice(0, 14)
}
