import { formatMessage } from '@guichet/values/text/message.ts'
import type { CreditContent, InvoiceContent, InvoiceSeller } from '#lib/domain/invoices/content.ts'
import { sumInvoice, writeSum } from '#lib/domain/invoices/totals.ts'
import { fileWords } from './words.ts'

/** What the PDF of an invoice and its data both say. */

export type InvoiceSheet = {
  readonly isTest: boolean
  readonly seller: InvoiceSeller
  /** PNG, or null. */
  readonly logo: Uint8Array | null
  readonly customerName: string
  readonly content: InvoiceContent
  readonly currency: string
  /** Null: a preview of a draft, without `url`. */
  readonly number: string | null
  /** Paris, YYYY-MM-DD. */
  readonly issuedOn: string
  readonly dueOn: string
  /** Null: the invoice. */
  readonly credit: { readonly number: string; readonly issuedOn: string; readonly content: CreditContent } | null
  readonly url: string | null
}

export function invoicedSums({ content, currency }: Pick<InvoiceSheet, 'content' | 'currency'>) {
  const sum = sumInvoice(content.lines, currency)
  if ('fault' in sum) throw new Error('an invoice was stored whose lines have no sum')
  return writeSum(sum, currency)
}

/** Asked by law; `code`: of UNTDID 4451. */
export function invoiceMentions({ credit, seller, content, isTest }: Omit<InvoiceSheet, 'logo'>) {
  const words = fileWords[content.language].invoice
  const provision = content.vatNote ?? words.zeroRates[content.zeroRate]
  const isZero = content.lines.some(({ vatRate }) => vatRate === '0')
  const exempt = isZero ? [formatMessage(words.exempt, { provision }, content.language)] : []
  const plain = [
    ...(isTest ? [words.test] : []),
    words.supplies[content.supplies],
    ...(seller.vatNumber === null ? [words.noVat] : exempt),
    ...(seller.taxOnDebits && seller.vatNumber !== null ? [words.onDebits] : []),
  ]
  const terms = [
    { code: 'AAB', text: seller.discountTerms ?? words.discount },
    { code: 'PMD', text: seller.lateTerms ?? words.late },
    { code: 'PMT', text: words.recovery },
  ]
  return [...plain.map(text => ({ code: undefined, text })), ...(credit === null ? terms : [])]
}
