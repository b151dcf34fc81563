import { addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { largestSepaMinor } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import { supplyKinds } from './lifecycle.ts'
import { sumInvoice, vatRates } from './totals.ts'

/** What an invoice says, as it is stored and shown, and what French law asks of it. */

const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  vatRate: z.enum(vatRates),
})

/** All but the days, the amount and the customer's name and address, which have columns of their own. */
export const InvoiceContent = z.object({
  language: z.enum(['fr', 'en']),
  customerAddress: z.array(z.string()),
  /** SIREN of a French company, or a number of another register; null for a consumer. */
  customerNumber: z.string().nullable(),
  customerVatNumber: z.string().nullable(),
  supplies: z.enum(supplyKinds),
  /** Day of delivery or of the end of the service; null: that of the invoice. */
  suppliedOn: z.iso.date().nullable(),
  lines: z.array(InvoiceLine),
  /** The provision that exempts the lines at 0 %. */
  vatNote: z.string().nullable(),
  note: z.string().nullable(),
})
export type InvoiceContent = z.infer<typeof InvoiceContent>

const RateSum = z.object({ vatRate: z.enum(vatRates), net: z.string(), vat: z.string() })

/** What a credit note says, as it is stored and shown. Amounts are decimal strings, above zero for what is taken back. */
export const CreditContent = z.object({
  /** Index of a line of the invoice, and how much of it without VAT. */
  lines: z.array(z.object({ line: z.int(), net: z.string() })),
  byRate: z.array(RateSum),
  net: z.string(),
  vat: z.string(),
  total: z.string(),
  reason: z.string().nullable(),
})
export type CreditContent = z.infer<typeof CreditContent>

/** Who issues an invoice, as printed on it. */
export const InvoiceSeller = z.object({
  name: z.string(),
  legalName: z.string(),
  addressLines: z.array(z.string()),
  country: z.string(),
  registrationNumber: z.string(),
  email: z.string(),
  /** Null: VAT is not charged (CGI art. 293 B). */
  vatNumber: z.string().nullable(),
  companyDetails: z.string().nullable(),
  taxOnDebits: z.boolean(),
})
export type InvoiceSeller = z.infer<typeof InvoiceSeller>

type Checked = {
  readonly content: InvoiceContent
  readonly dueOn: IsoDate
  readonly chargesVat: boolean
  readonly today: IsoDate
}

/** Latest due day of an invoice, in months from today. The law allows companies 60 days from its date (Code de commerce, art. L441-10, I). */
const latestMonths = 12

/**
 * The members that are wrong, by path, in the order of the form: `lines` if they come to nothing or to more than a transfer can be; the
 * address (CGI, annexe II, art. 242 nonies A, I, 1°); a quantity, a description and a price in each line (8°); a rate above 0 %
 * of a seller who charges no VAT (CGI art. 293 B); `vatNote` where a seller who does exempts a line without saying why (12°).
 */
export function findInvoiceFaults({ content, dueOn, chargesVat, today }: Checked): string[] {
  const { lines } = content
  const isExempt = chargesVat && lines.some(line => line.vatRate === '0')
  return [
    ...(content.customerAddress.length === 0 ? ['customerAddress'] : []),
    ...(dueOn < today || dueOn > addMonths(today, latestMonths) ? ['dueOn'] : []),
    ...lines.flatMap((line, at) => [
      ...(line.description === '' ? [`lines.${at}.description`] : []),
      ...(!chargesVat && line.vatRate !== '0' ? [`lines.${at}.vatRate`] : []),
    ]),
    ...findSumFault(lines),
    ...(isExempt && content.vatNote === null ? ['vatNote'] : []),
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
