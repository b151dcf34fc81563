import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { InvoiceContent, InvoiceSeller } from '#lib/domain/invoices/content.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { invoicePdf } from '#lib/files/export/invoice-pdf.ts'
import { countPayerTry, type Payer } from '#lib/services/payments/payer-limits.ts'
import { dayOf, findInvoice, type InvoiceRow, linkAddress, viewCreditNote } from './read.ts'
import { describeSeller } from './sending.ts'

export type InvoiceFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** For a member; of a draft, a preview. Refusals: `not_found`. */
export async function makeInvoiceFile(
  actor: Actor<'invoice.read'>,
  invoiceId: string,
  creditNumber: string | null,
): Promise<InvoiceFile> {
  const invoice = await findInvoice(db(), actor, invoiceId)
  if (invoice.number !== null || creditNumber !== null) return keepFile(invoice, creditNumber)
  const seller = await describeSeller(db(), actor)
  return { name: 'guichet-draft.pdf', bytes: await writeFile({ ...invoice, seller, issuedOn: now() }, undefined) }
}

/** For anyone with the link. Refusals: `not_found`, `too_many_tries` (C46). */
export async function makePublicInvoiceFile(
  slug: string,
  creditNumber: string | null,
  payer: Payer,
): Promise<InvoiceFile> {
  const link = /^[A-Za-z0-9_-]{22}$/.test(slug)
    ? await db().paymentLink.findUnique({
        where: { slug },
        include: { invoice: { include: { creditNotes: true, reminders: true } } },
      })
    : null
  await countPayerTry('invoice-file', link?.invoice?.id ?? null, payer)
  if (!link?.invoice) throw new Refused('not_found')
  return keepFile({ ...link.invoice, link: { slug, closedAt: null, orders: [] } }, creditNumber)
}

/** As it was first downloaded, whatever changes in the program, its fonts or the logo. */
async function keepFile(invoice: InvoiceRow, creditNumber: string | null): Promise<InvoiceFile> {
  const { organisationId } = invoice
  const credit = creditNumber === null ? undefined : invoice.creditNotes.find(one => one.number === creditNumber)
  const number = creditNumber === null ? invoice.number : credit?.number
  if (number == null) throw new Refused('not_found')
  const where = { organisationId_number: { organisationId, number } }
  const find = () => db().invoiceFile.findUnique({ where, select: { pdf: true } })
  let kept = await find()
  if (kept === null) {
    const pdf = await writeFile(invoice, credit)
    await db().invoiceFile.createMany({ data: { organisationId, number, pdf, createdAt: now() }, skipDuplicates: true })
    kept = (await find()) ?? { pdf }
  }
  return { name: `${number}.pdf`, bytes: new Uint8Array(kept.pdf) }
}

async function writeFile(
  invoice: InvoiceRow,
  credit: InvoiceRow['creditNotes'][number] | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const { number, issuedOn, link, organisationId } = invoice
  if (issuedOn === null) throw new Error('an invoice was sent without a day')
  const logo = await db().organisationLogo.findUnique({ where: { organisationId }, select: { png: true } })
  const file = await invoicePdf({
    isTest: invoice.mode === 'test',
    seller: InvoiceSeller.parse(invoice.seller),
    logo: logo && new Uint8Array(logo.png),
    customerName: invoice.customerName,
    content: InvoiceContent.parse(invoice.content),
    currency: invoice.currency,
    number,
    issuedOn: number === null ? parisDay(issuedOn) : dayOf(issuedOn),
    dueOn: dayOf(invoice.dueOn),
    credit: credit === undefined ? null : viewCreditNote(credit),
    url: link && linkAddress(link.slug),
  })
  return new Uint8Array(file)
}
