import { addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { largestSepaMinor } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { supplyKinds, zeroRates } from './lifecycle.ts'
import { sumInvoice, vatRates } from './totals.ts'
import { units } from './units.ts'

/** What French law asks an invoice to say. */

const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  vatRate: z.enum(vatRates),
  unit: z.enum(units).default('unit'),
})

/** Without days, amount and customer, which have columns. */
export const InvoiceContent = z.object({
  language: z.enum(['fr', 'en']),
  customerAddress: z.array(z.string()),
  /** ISO 3166-1. */
  customerCountry: z.string().default('FR'),
  /** Empty: the customer's. */
  deliveryAddress: z.array(z.string()).default([]),
  /** The customer's own number for it. */
  purchaseOrder: z.string().nullable().default(null),
  /** SIREN, or another register's; null for a consumer. */
  customerNumber: z.string().nullable().default(null),
  customerVatNumber: z.string().nullable().default(null),
  supplies: z.enum(supplyKinds).default('services'),
  /** Delivery or end of the service; null: the invoice's day. */
  suppliedOn: z.iso.date().nullable().default(null),
  lines: z.array(InvoiceLine),
  zeroRate: z.enum(zeroRates).default('exempt'),
  /** The provision for the lines at 0 %. */
  vatNote: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
})
export type InvoiceContent = z.infer<typeof InvoiceContent>

/** One line, to be filled in. */
export function emptyContent(language: InvoiceContent['language'], chargesVat: boolean): InvoiceContent {
  const line = { description: '', quantity: '1', unitPrice: '', vatRate: chargesVat ? '20' : '0' }
  return InvoiceContent.parse({ language, customerAddress: [], lines: [line] })
}

const RateSum = z.object({ vatRate: z.enum(vatRates), net: z.string(), vat: z.string() })

/** Decimal strings above zero. */
export const CreditContent = z.object({
  /** Index, and the part without VAT. */
  lines: z.array(z.object({ line: z.int(), net: z.string() })),
  byRate: z.array(RateSum),
  net: z.string(),
  vat: z.string(),
  total: z.string(),
  reason: z.string().nullable(),
})
export type CreditContent = z.infer<typeof CreditContent>

export const InvoiceSeller = z.object({
  name: z.string(),
  legalName: z.string(),
  addressLines: z.array(z.string()),
  country: z.string(),
  registrationNumber: z.string(),
  email: z.string(),
  /** Null: no VAT charged (CGI art. 293 B). */
  vatNumber: z.string().nullable(),
  companyDetails: z.string().nullable(),
  taxOnDebits: z.boolean(),
  soleTrader: z.boolean().default(false),
  /** Null: as the law has it; no discount. */
  lateTerms: z.string().nullable().default(null),
  discountTerms: z.string().nullable().default(null),
  /** To be paid to, when it was sent. */
  account: z.object({ iban: z.string(), bic: z.string().nullable() }).nullable().default(null),
})
export type InvoiceSeller = z.infer<typeof InvoiceSeller>

type Checked = {
  readonly content: InvoiceContent
  readonly dueOn: IsoDate
  readonly chargesVat: boolean
  readonly today: IsoDate
}

/** Companies have 60 days at most (Code de commerce, art. L441-10, I). */
const latestMonths = 12

/**
 * Wrong members by path, in the form's order: address and SIREN (CGI, annexe II, art. 242 nonies A, I, 1°); the VAT
 * number of who owes the VAT instead (3°); quantity, description and price (8°); a rate without VAT (CGI art. 293 B);
 * no reason for an exemption (12°); `lines` for a sum no transfer can have.
 */
export function findInvoiceFaults({ content, dueOn, chargesVat, today }: Checked): string[] {
  const { lines } = content
  const { customerCountry, customerNumber, customerVatNumber, zeroRate, vatNote } = content
  const isExempt = chargesVat && lines.some(line => line.vatRate === '0')
  const isCustomersVat = isExempt && (zeroRate === 'reverse_charge' || zeroRate === 'intra_community')
  const isSiren = customerNumber === null || customerCountry !== 'FR' || sirenOf(customerNumber) !== null
  return [
    ...(content.customerAddress.length === 0 ? ['customerAddress'] : []),
    ...(isSiren ? [] : ['customerNumber']),
    ...(isCustomersVat && customerVatNumber === null ? ['customerVatNumber'] : []),
    ...(dueOn < today || dueOn > addMonths(today, latestMonths) ? ['dueOn'] : []),
    ...lines.flatMap((line, at) => [
      ...(line.description === '' ? [`lines.${at}.description`] : []),
      ...(!chargesVat && line.vatRate !== '0' ? [`lines.${at}.vatRate`] : []),
    ]),
    ...findSumFault(lines),
    ...(isExempt && zeroRate === 'exempt' && vatNote === null ? ['vatNote'] : []),
  ]
}

function findSumFault(lines: InvoiceContent['lines']): string[] {
  const faults = lines.flatMap((line, at) => {
    const sum = sumInvoice([line])
    return 'fault' in sum ? [`lines.${at}.${sum.fault}`] : []
  })
  if (faults.length > 0) return faults
  const sum = sumInvoice(lines)
  return 'fault' in sum || sum.totalMinor <= 0n || sum.totalMinor > largestSepaMinor ? ['lines'] : []
}
