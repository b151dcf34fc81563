import { db } from '#lib/db.ts'
import { InvoiceContent, InvoiceSeller } from '#lib/domain/invoices/content.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { invoicePdf } from '#lib/files/export/invoice-pdf.ts'
import { countPayerTry, type Payer } from '#lib/services/payments/payer-limits.ts'
import { dayOf, findInvoice, type InvoiceRow, linkAddress, viewCreditNote } from './read.ts'

export type InvoiceFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** For a member. Refusals: `not_found`, also for a draft. */
export async function makeInvoiceFile(
  actor: Actor<'invoice.read'>,
  invoiceId: string,
  creditNumber: string | null,
): Promise<InvoiceFile> {
  return writeFile(await findInvoice(db(), actor, invoiceId), creditNumber)
}

/** For anyone with the link. Refusals: `not_found`, `too_many_tries` (C46). */
export async function makePublicInvoiceFile(
  slug: string,
  creditNumber: string | null,
  payer: Payer,
): Promise<InvoiceFile> {
  const link = /^[A-Za-z0-9_-]{22}$/.test(slug)
    ? await db().paymentLink.findUnique({ where: { slug }, include: { invoice: { include: { creditNotes: true } } } })
    : null
  await countPayerTry('invoice-file', link?.invoice?.id ?? null, payer)
  if (!link?.invoice) throw new Refused('not_found')
  return writeFile({ ...link.invoice, link: { slug, closedAt: null, amountMinor: null, orders: [] } }, creditNumber)
}

async function writeFile(invoice: InvoiceRow, creditNumber: string | null): Promise<InvoiceFile> {
  const { number, issuedOn, link, organisationId, creditNotes } = invoice
  const credit = creditNotes.find(one => one.number === creditNumber)
  const isUnknown = creditNumber !== null && credit === undefined
  if (isUnknown || number === null || issuedOn === null || link === null) throw new Refused('not_found')
  const logo = await db().organisationLogo.findUnique({ where: { organisationId }, select: { png: true } })
  const file = await invoicePdf({
    isTest: invoice.mode === 'test',
    seller: InvoiceSeller.parse(invoice.seller),
    logo: logo && new Uint8Array(logo.png),
    customerName: invoice.customerName,
    content: InvoiceContent.parse(invoice.content),
    currency: invoice.currency,
    number,
    issuedOn: dayOf(issuedOn),
    dueOn: dayOf(invoice.dueOn),
    credit: credit === undefined ? null : viewCreditNote(credit),
    url: linkAddress(link.slug),
  })
  return { name: `${creditNumber ?? number}.pdf`, bytes: new Uint8Array(file) }
}
