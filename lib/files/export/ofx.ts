import { detailSeparator } from './csv.ts'
import {
  bounded,
  type ExportAccount,
  type ExportLine,
  type ExportStyle,
  type ExportWriter,
  shortNumberOf,
  writeXml,
} from './line.ts'

type Section = 'BANKMSGSRSV1' | 'CREDITCARDMSGSRSV1'

/** OFX 2.1.1: a statement per account, cards after accounts; NAME 32, MEMO 255, FITID 255. One writer per file. */
export function ofxWriter(): ExportWriter {
  let open: Section | null = null
  const turnTo = (section: Section | null) => {
    const turned = section === open ? '' : `${open ? `</${open}>` : ''}${section ? `<${section}>` : ''}`
    open = section
    return turned
  }
  return {
    head,
    accountHead: (account, style) =>
      turnTo(account.kind === 'card' ? 'CREDITCARDMSGSRSV1' : 'BANKMSGSRSV1') + accountHead(account, style),
    line,
    accountTail,
    tail: () => `${turnTo(null)}</OFX>\n`,
    bookedOnly: true,
  }
}

export const ofxNameLimit = 32

const done = { CODE: '0', SEVERITY: 'INFO' }

function head(_accounts: readonly ExportAccount[], { writtenAt, locale }: ExportStyle): string {
  const LANGUAGE = locale === 'fr' ? 'FRA' : 'ENG'
  const signedOn = writeXml({ SIGNONMSGSRSV1: { SONRS: { STATUS: done, DTSERVER: momentOf(writtenAt), LANGUAGE } } })
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n',
    `<OFX>${signedOn}\n`,
  ].join('')
}

function accountHead(account: ExportAccount, { id, from, to }: ExportStyle): string {
  const response = writeXml({ TRNUID: id, STATUS: done })
  const prefix = prefixOf(account)
  const statement = writeXml({ CURDEF: account.currency, [prefix ? 'CCACCTFROM' : 'BANKACCTFROM']: numberOf(account) })
  const period = writeXml({ DTSTART: dayOf(from), DTEND: dayOf(to) })
  return `<${prefix}STMTTRNRS>${response}<${prefix}STMTRS>${statement}\n<BANKTRANLIST>${period}\n`
}

function prefixOf({ kind }: ExportAccount): 'CC' | '' {
  return kind === 'card' ? 'CC' : ''
}

/** Programs cut ACCTID at 22: a French account by its IBAN's parts, others by IBAN or id. An id per currency. */
function numberOf({ iban, bic, id, kind, currency }: ExportAccount) {
  if (kind === 'card') return { ACCTID: shortNumberOf(id) }
  const [, BANKID, BRANCHID, ACCTID, ACCTKEY] =
    /^(?:FR|MC)\d{2}(\d{5})(\d{5})([0-9A-Z]{11})(\d{2})$/.exec(iban ?? '') ?? []
  const ACCTTYPE = kind === 'savings' ? 'SAVINGS' : 'CHECKING'
  const inCurrency = (number: string) => (currency === 'EUR' ? number : `${number}-${currency}`)
  if (BANKID === undefined)
    return {
      BANKID: bounded(bic, 9),
      ACCTID: iban === null ? shortNumberOf(id) : bounded(inCurrency(iban), 38),
      ACCTTYPE,
    }
  return { BANKID, BRANCHID, ACCTID: inCurrency(ACCTID ?? ''), ACCTTYPE, ACCTKEY }
}

function line({ amount, day, label, remittance, entryReference, key }: ExportLine): string {
  const whole = [...(label.length > ofxNameLimit ? [label] : []), ...remittance.slice(1)].join(detailSeparator)
  const STMTTRN = {
    TRNTYPE: amount.amount.startsWith('-') ? 'DEBIT' : 'CREDIT',
    DTPOSTED: dayOf(day),
    TRNAMT: amount.amount,
    FITID: bounded(entryReference ?? key, 255),
    NAME: bounded(label, ofxNameLimit),
    MEMO: bounded(whole, 255),
  }
  return `${writeXml({ STMTTRN })}\n`
}

function accountTail(account: ExportAccount): string {
  const { balance } = account
  // Without one that was read there is nothing to say.
  const ledger = balance ? writeXml({ LEDGERBAL: { BALAMT: balance.amount, DTASOF: dayOf(balance.day) } }) : ''
  const prefix = prefixOf(account)
  return `</BANKTRANLIST>${ledger}</${prefix}STMTRS></${prefix}STMTTRNRS>\n`
}

/** `20261121`. */
function dayOf(iso: string): string {
  return iso.replaceAll('-', '')
}

/** `20261121183000`. */
function momentOf(iso: string): string {
  return iso.replace(/\D/g, '').slice(0, 14)
}
