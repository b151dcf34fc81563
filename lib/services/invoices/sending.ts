import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { findInvoiceFaults, InvoiceContent, InvoiceSeller } from '#lib/domain/invoices/content.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { senderOf } from '#lib/services/merchant/brand-view.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { createInvoiceLink } from '#lib/services/payments/invoice-links.ts'
import { orLimit, queueFromOrganisation, refuseUnlessMailed } from '#lib/services/people/outside-mails.ts'
import type { MailOutcome } from '#lib/views/mail.ts'
import { refusal } from './drafts.ts'
import { takeNumber } from './numbers.ts'
import {
  dayOf,
  dueOf,
  findDraft,
  findInvoice,
  type InvoiceRow,
  linkAddress,
  lockInvoice,
  stateOf,
  viewCreditNote,
} from './read.ts'
import { readInvoiceSettings } from './settings.ts'

/**
 * Number, day, link and mail; never changed afterwards. In test mode only members get mail. Refusals: `not_found`,
 * `too_many_tries`, those of `createInvoiceLink`, `invalid_input` (also `sellerAddress`, `sellerNumber`,
 * `sellerDetails`: CGI, annexe II, art. 242 nonies A, I, 1°; Code de commerce, art. R123-237 and R123-238).
 */
export async function sendInvoice(
  actor: Actor<'invoice.send'>,
  invoiceId: string,
): Promise<{ readonly mail: MailOutcome }> {
  const { organisationId, userId } = actor
  return db().$transaction(async tx => {
    await lockInvoice(tx, actor, invoiceId)
    const draft = await findDraft(tx, actor, invoiceId)
    const { id, mode, amountMinor } = draft
    const { language } = await validateDraft(tx, actor, draft)
    const seller = await sellerOf(tx, actor)
    const { prefix } = await readInvoiceSettings(actor, tx)
    const { number, issuedOn } = await takeNumber(tx, { organisationId, mode, prefix, kind: 'invoice' })
    const title = language === 'fr' ? `Facture ${number}` : `Invoice ${number}`
    const link = await createInvoiceLink(tx, { ...actor, mode }, { title, number, amountMinor })
    const data = { number, issuedOn: new Date(issuedOn), seller, linkId: link.id }
    await tx.invoice.update({ where: { id, organisationId }, data })
    const detail = { invoiceId: id, number }
    await auditOrganisation(tx, { userId, organisationId, action: 'invoice.sent', detail })
    return { mail: await mailInvoice(tx, actor, await findInvoice(tx, actor, id)) }
  })
}

/**
 * Once more. Refusals: `not_found`; `too_many_tries`; `invalid_input` (`invoice` if not to be paid, `email.test`,
 * `email.name`).
 */
export async function mailInvoiceAgain(
  actor: Actor<'invoice.send'>,
  invoiceId: string,
): Promise<{ readonly mail: MailOutcome }> {
  const invoice = await findInvoice(db(), actor, invoiceId)
  const state = stateOf(invoice)
  if (state !== 'sent' && state !== 'overdue') throw new Refused('invalid_input', { field: 'invoice' })
  const mail = await mailInvoice(db(), actor, invoice)
  refuseUnlessMailed(mail)
  return { mail }
}

/** Once. `dueMinor`: left to pay; null: paid before. Refuses nothing. */
export async function mailCreditNote(
  tx: Tx,
  { userId: byUserId }: Actor<'invoice.credit'>,
  invoice: InvoiceRow,
  { note, dueMinor }: { readonly note: InvoiceRow['creditNotes'][number]; readonly dueMinor: bigint | null },
): Promise<MailOutcome> {
  const { organisationId, number: invoiceNumber, link, customerEmail: to, currency, mode } = invoice
  if (invoiceNumber === null || link === null) throw new Error('an invoice without a number has no credit note')
  const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const { language } = InvoiceContent.parse(invoice.content)
  const amountOf = (amountMinor: bigint) => toMoneyView({ amountMinor, currency })
  const { number, content } = viewCreditNote(note)
  const values = {
    organisation: organisation.name,
    number,
    invoiceNumber,
    amount: amountOf(note.amountMinor),
    reason: content.reason,
    rest: dueMinor === null ? 'paid' : dueMinor === 0n ? 'none' : 'due',
    due: amountOf(dueMinor ?? 0n),
    dueOn: new Date(dayOf(invoice.dueOn)),
    isTest: mode === 'test',
  } as const
  const file = `/invoice?credit=${encodeURIComponent(number)}`
  const page = `${linkAddress(link.slug)}${values.rest === 'due' ? '' : file}`
  const about = { kind: 'credit_note', aboutId: note.id, key: `credit_note:${note.id}` } as const
  const words = { template: 'credit_note', values, page, sender: senderOf(organisation) } as const
  const mail = { ...about, parties: { organisationId, to }, language, words }
  return orLimit(queueFromOrganisation(tx, mail, { mode, byUserId }))
}

/** While to be paid; a credit note always. */
export const invoiceMailRules: MailRules<'invoice' | 'credit_note'> = {
  credit_note: 'always',
  invoice: async (organisationId, id) => {
    const row = await db().invoice.findFirst({
      where: { id, organisationId },
      include: { creditNotes: true, reminders: true, link: { include: { orders: true } } },
    })
    return row !== null && ['sent', 'overdue'].includes(stateOf(row))
  },
}

/** Days pass, and settings change. */
async function validateDraft(tx: Tx, actor: Actor<'invoice.send'>, draft: InvoiceRow): Promise<InvoiceContent> {
  const content = InvoiceContent.parse(draft.content)
  const { vatNumber } = await readInvoiceSettings(actor, tx)
  const today = parisDay(now())
  const faults = findInvoiceFaults({ content, dueOn: dayOf(draft.dueOn), chargesVat: vatNumber !== null, today })
  if (faults.length > 0) throw refusal(faults)
  return content
}

async function sellerOf(tx: Tx, actor: Actor<'invoice.send'>): Promise<InvoiceSeller> {
  const seller = await describeSeller(tx, actor)
  const { country, registrationNumber, soleTrader, companyDetails } = seller
  const isNumbered = registrationNumber !== '' && (country !== 'FR' || sirenOf(registrationNumber) !== null)
  const isDescribed = country !== 'FR' || soleTrader || companyDetails !== null
  const faults = [
    ...(seller.addressLines.length === 0 ? ['sellerAddress'] : []),
    ...(isNumbered ? [] : ['sellerNumber']),
    ...(isDescribed ? [] : ['sellerDetails']),
  ]
  if (faults.length > 0) throw refusal(faults)
  return seller
}

/** As far as it is known. */
export async function describeSeller(tx: Tx, actor: Actor<'invoice.send' | 'invoice.read'>): Promise<InvoiceSeller> {
  const row = await tx.organisation.findUniqueOrThrow({ where: { id: actor.organisationId } })
  const { inEffect } = beneficiaryAt(row, now())
  const account = inEffect && { iban: inEffect.iban, bic: inEffect.bic }
  const settings = await readInvoiceSettings(actor, tx)
  const registrationNumber = row.registrationNumber ?? ''
  return InvoiceSeller.parse({ ...row, ...settings, registrationNumber, account })
}

/** `userId` null: by itself. */
export async function mailInvoice(
  tx: Tx,
  { userId: byUserId }: { readonly userId: string | null },
  invoice: InvoiceRow,
  isReminder = stateOf(invoice) === 'overdue',
): Promise<MailOutcome> {
  const { id, organisationId, number, link, customerEmail: to, currency, mode } = invoice
  if (number === null || link === null) throw new Error('an invoice without a number is not mailed')
  const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const { language } = InvoiceContent.parse(invoice.content)
  const values = {
    organisation: organisation.name,
    number,
    amount: { amount: dueOf(invoice), currency },
    dueOn: new Date(dayOf(invoice.dueOn)),
    isOverdue: stateOf(invoice) === 'overdue',
    isReminder,
    isTest: mode === 'test',
  }
  const about = { kind: 'invoice', aboutId: id, key: `invoice:${randomUUID()}` } as const
  const words = { template: 'invoice', values, page: linkAddress(link.slug), sender: senderOf(organisation) } as const
  const mail = { ...about, parties: { organisationId, to }, language, words }
  return queueFromOrganisation(tx, mail, { mode, byUserId })
}
