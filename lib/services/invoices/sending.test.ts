import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { Verb } from '#lib/domain/acts.ts'
import { type InvoiceState, invoiceStates } from '#lib/domain/invoices/lifecycle.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'
import {
  closeLink,
  createLink,
  LinkInput,
  listLinks,
  openLink,
  readLink,
  showLink,
} from '#lib/services/payments/links.ts'
import { sweepExpiredOrders } from '#lib/services/payments/orders.ts'
import { inOrder, refreshOrder } from '#lib/services/payments/state.ts'
import { matchByHand, undoMatch } from '#lib/services/reconciliation/matches.ts'
import { readCredit } from '#lib/services/reconciliation/read.ts'
import { reconcileOrganisation } from '#lib/services/reconciliation/reconcile.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { joinAs } from '#testing/people/join-as.ts'
import { attemptRow } from '#testing/shop/checkout-order.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { type CreditInput, creditInvoice } from './crediting.ts'
import { makeInvoiceFile, makePublicInvoiceFile } from './document.ts'
import { changeDraft, createDraft, deleteDraft, InvoiceInput } from './drafts.ts'
import { exportInvoices, listInvoiceMails, listInvoices, readInvoice } from './read.ts'
import { mailInvoiceAgain, sendInvoice } from './sending.ts'
import { changeInvoiceSettings, InvoiceSettingsInput, readInvoiceSettings } from './settings.ts'

const mailbox = openMailbox()

type Shop = { userId: string; organisationId: string }

async function newShop(change: { registrationNumber?: string | null; addressLines?: string[] } = {}): Promise<Shop> {
  const named = { name: 'Librairie Atlas', legalName: 'Atlas SARL', beneficiaryName: 'Atlas SARL' }
  const company = { registrationNumber: '732 829 320', addressLines: ['12 quai', '13002 Marseille'] }
  const shop = await aShop({ ...named, ...company, ...change })
  await db().invoiceSettings.create({ data: { organisationId: shop.organisationId, companyDetails: 'SARL' } })
  return shop
}

const as = <const Wanted extends Verb>({ userId, organisationId }: Shop, verb: Wanted) =>
  actAsMember({ userId, authenticatedAt: now() }, { organisationId, mode: 'test' }, verb)

const input = (change: Partial<InvoiceInput> = {}): InvoiceInput => ({
  ...InvoiceInput.parse({
    language: 'fr',
    customerName: 'Éditions du Littoral',
    customerEmail: `${randomUUID()}@client.example`,
    customerAddress: ['4 quai des Chartrons', '33000 Bordeaux'],
    supplies: 'goods',
    dueOn: addDays(parisDay(now()), 30),
    lines: [{ description: 'Atlas', quantity: '2', unitPrice: '60.00', vatRate: '0' }],
  }),
  ...change,
})

const settings = (change: Partial<InvoiceSettingsInput>) =>
  InvoiceSettingsInput.parse({
    prefix: 'F',
    vatNumber: '',
    companyDetails: 'SARL',
    paymentDays: 30,
    taxOnDebits: false,
    ...change,
  })

const newSent = async (change?: Partial<InvoiceInput>) => {
  const shop = await newShop()
  return { shop, invoice: await sent(shop, change) }
}
const reading = async (shop: Shop, { id }: { id: string }) => readInvoice(await as(shop, 'invoice.read'), id)

/** To a customer who is a member: nobody else gets mails of a test. */
async function sent(shop: Shop, change: Partial<InvoiceInput> = {}) {
  const typed = input(change)
  await joinAs(shop.organisationId, typed.customerEmail)
  const { id } = await createDraft(await as(shop, 'invoice.draft'), typed)
  await sendInvoice(await as(shop, 'invoice.send'), id)
  return readInvoice(await as(shop, 'invoice.read'), id)
}

const payer = { ipAddress: '203.0.113.7', userAgent: 'a browser' }
const slugOf = (url: string | null) => url?.split('/').at(-1) ?? ''
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return [error.code, ...error.issues.map(({ field }) => field)]
      throw error
    },
  )

const all: CreditInput = { lines: null, reason: '' }
const credit = async (shop: Shop, id: string, input: CreditInput = all) =>
  creditInvoice(await as(shop, 'invoice.credit'), id, input)
const part = (net: string, line = 0): CreditInput => ({ lines: [{ line, net }], reason: '' })

async function receive(shop: Shop, slug: string, receivedMinor: bigint) {
  const { publicId } = await openLink(slug)
  const { id: orderId } = await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })
  await inOrder({ ownerId: shop.organisationId, orderId }, async (tx, order) => {
    const data = { receivedMinor, receivedAt: now() }
    await tx.paymentOrder.update({ where: { id: orderId, ownerId: shop.organisationId }, data })
    await refreshOrder(tx, { ...order, ...data })
  })
}

function newCredit(organisationId: string, amountMinor: bigint, remittance: string[] = [], day = now()) {
  const money = { mode: 'test', amountMinor, currency: 'EUR', accountId: randomUUID() } as const
  return db().incomingCredit.create({
    data: { ...money, organisationId, key: randomUUID(), day, createdAt: now(), remittance },
  })
}

/** By hand. Returns the match. */
async function receivePart(shop: Shop, slug: string, amountMinor: bigint): Promise<string> {
  const { publicId } = await openLink(slug)
  const { id: orderId } = await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })
  const { id: creditId } = await newCredit(shop.organisationId, amountMinor)
  await matchByHand(await as(shop, 'credit.match'), { creditId, orderId, amount: null })
  return (await db().creditMatch.findFirstOrThrow({ where: { creditId } })).id
}

describe('a draft', () => {
  test('is changed and deleted, and has neither a number nor a link', async () => {
    const shop = await newShop()
    const actor = await as(shop, 'invoice.draft')
    const { id } = await createDraft(actor, input())
    await changeDraft(actor, id, input({ customerName: 'Somebody else' }))
    expect(await readInvoice(actor, id)).toMatchObject({
      state: 'draft',
      number: null,
      url: null,
      customerName: 'Somebody else',
      total: '120.00',
    })
    const preview = await makeInvoiceFile(await as(shop, 'invoice.read'), id, null)
    expect(preview.name).toBe('guichet-draft.pdf')
    expect(await db().invoiceFile.count({ where: { organisationId: shop.organisationId } })).toBe(0)
    await deleteDraft(actor, id)
    expect(await refusalOf(readInvoice(actor, id))).toEqual(['not_found'])
  })

  test('names everything that is wrong', async () => {
    const wrong = input({
      customerName: ' ',
      customerEmail: 'nobody',
      customerAddress: [''],
      customerVatNumber: 'FR00732829320',
      dueOn: '2001-01-01',
      lines: [{ description: '', quantity: 'x', unitPrice: '1.00', vatRate: '20' }] as InvoiceInput['lines'],
    })
    const shop = await newShop()
    expect(await refusalOf(createDraft(await as(shop, 'invoice.draft'), wrong))).toEqual([
      'invalid_input',
      'customerName',
      'customerEmail',
      'customerVatNumber',
      'customerAddress',
      'dueOn',
      'lines.0.description',
      'lines.0.vatRate',
      'lines.0.quantity',
    ])
  })

  test('of another organisation is not found', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const { id } = await createDraft(await as(shop, 'invoice.draft'), input())
    const found = [
      await refusalOf(readInvoice(await as(other, 'invoice.read'), id)),
      await refusalOf(changeDraft(await as(other, 'invoice.draft'), id, input())),
      await refusalOf(deleteDraft(await as(other, 'invoice.draft'), id)),
      await refusalOf(sendInvoice(await as(other, 'invoice.send'), id)),
      await refusalOf(mailInvoiceAgain(await as(other, 'invoice.send'), id)),
      await refusalOf(creditInvoice(await as(other, 'invoice.credit'), id, all)),
      await refusalOf(makeInvoiceFile(await as(other, 'invoice.read'), id, null)),
    ]
    expect(new Set(found.flat())).toEqual(new Set(['not_found']))
  })
})

describe('sending', () => {
  test('gives a number and a link of the amount, and mails it in the customer’s language', async () => {
    const { invoice } = await newSent({ customerEmail: 'anne@client.example', language: 'en' })
    const year = parisDay(now()).slice(0, 4)
    expect(invoice).toMatchObject({ state: 'sent', number: `TEST-F${year}-0001`, issuedOn: parisDay(now()) })
    expect(await showLink(slugOf(invoice.url))).toMatchObject({
      title: `Invoice TEST-F${year}-0001`,
      amount: { amount: '120.00', currency: 'EUR' },
      invoice: { number: invoice.number, dueOn: invoice.dueOn },
    })
    await sendDueMails()
    const [mail] = await mailbox.readTo('anne@client.example')
    expect(mail?.subject).toContain(invoice.number)
    expect(mail?.text).toContain(invoice.url)
  })

  test('its payment says its number to payer and bank', async () => {
    const { invoice } = await newSent()
    const { publicId } = await openLink(slugOf(invoice.url))
    expect(await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })).toMatchObject({
      amountMinor: 12_000n,
      reference: invoice.number,
      description: `Facture ${invoice.number}`,
      instructions: [{ amountMinor: '12000', remittance: [invoice.number] }],
    })
  })

  test('eight at once are numbered without a gap, and a refused one takes no number', async () => {
    const shop = await newShop()
    const actor = await as(shop, 'invoice.send')
    const draft = await as(shop, 'invoice.draft')
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await createDraft(draft, input())).id))
    const late = await createDraft(draft, input({ dueOn: parisDay(now()) }))
    setClock(new Date(now().getTime() + 2 * 86_400_000))
    expect(await refusalOf(sendInvoice(actor, late.id))).toEqual(['invalid_input', 'dueOn'])
    await Promise.all(ids.map(id => sendInvoice(actor, id)))
    const rows = await db().invoice.findMany({ where: { organisationId: shop.organisationId, number: { not: null } } })
    const numbers = rows.map(({ number }) => Number(number?.slice(-4))).toSorted((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => at + 1))
  })

  test('a test to anybody but a member has its number and link, and no mail goes out; again it is refused', async () => {
    const shop = await newShop()
    const { id } = await createDraft(
      await as(shop, 'invoice.draft'),
      input({ customerEmail: 'stranger@client.example' }),
    )
    const actor = await as(shop, 'invoice.send')
    expect(await sendInvoice(actor, id)).toEqual({ mail: 'test' })
    const invoice = await readInvoice(await as(shop, 'invoice.read'), id)
    expect(invoice).toMatchObject({ state: 'sent', number: expect.stringContaining('-0001') })
    await expect(mailInvoiceAgain(actor, id)).rejects.toMatchObject({ code: 'invalid_input', field: 'email.test' })
    expect((await credit(shop, id)).mail).toBe('test')
    await sendDueMails()
    expect(await mailbox.readTo('stranger@client.example')).toEqual([])
  })

  test('one invoice twice at once: one number, one mail', async () => {
    const shop = await newShop()
    const typed = input()
    await joinAs(shop.organisationId, typed.customerEmail)
    const { id } = await createDraft(await as(shop, 'invoice.draft'), typed)
    const actor = await as(shop, 'invoice.send')
    const results = await Promise.all([refusalOf(sendInvoice(actor, id)), refusalOf(sendInvoice(actor, id))])
    expect(results.filter(one => one !== null)).toEqual([['not_found']])
    expect(await db().mail.count({ where: { kind: 'invoice', aboutId: id } })).toBe(1)
  })

  test.each([
    [{ addressLines: [] }, ['sellerAddress']],
    [{ registrationNumber: null }, ['sellerNumber']],
    [{ registrationNumber: '123 456 789' }, ['sellerNumber']],
    [{ registrationNumber: null, addressLines: [] }, ['sellerAddress', 'sellerNumber']],
  ])('needs what the law asks of the seller: %j', async (change, fields) => {
    const shop = await newShop(change)
    const { id } = await createDraft(await as(shop, 'invoice.draft'), input())
    expect(await refusalOf(sendInvoice(await as(shop, 'invoice.send'), id))).toEqual(['invalid_input', ...fields])
    expect(await db().invoiceSeries.count({ where: { organisationId: shop.organisationId } })).toBe(0)
  })

  test('a company states its form, capital and register, a sole trader has none', async () => {
    const shop = await newShop()
    const { id } = await createDraft(await as(shop, 'invoice.draft'), input())
    const set = async (change: Partial<InvoiceSettingsInput>) =>
      changeInvoiceSettings(await as(shop, 'invoice.settings'), settings(change))
    const send = async () => refusalOf(sendInvoice(await as(shop, 'invoice.send'), id))
    await set({ companyDetails: '' })
    expect(await send()).toEqual(['invalid_input', 'sellerDetails'])
    await set({ companyDetails: '', soleTrader: true, lateTerms: 'Trois fois le taux légal.' })
    expect(await send()).toBeNull()
    const { seller } = await db().invoice.findUniqueOrThrow({ where: { id } })
    const account = { iban: 'DE89370400440532013000', bic: null }
    expect(seller).toMatchObject({ soleTrader: true, lateTerms: 'Trois fois le taux légal.', account })
  })

  test('a live one waits for the activation', async () => {
    const shop = await newShop()
    const live = { ...(await as(shop, 'invoice.draft')), mode: 'live' as const }
    const { id } = await createDraft(live, input())
    const actor = await as(shop, 'invoice.send')
    expect(await refusalOf(sendInvoice({ ...actor, mode: 'live' }, id))).toContain('organisation_not_activated')
  })

  test('keeps what it says, whatever becomes of the organisation, and is kept by the database', async () => {
    const { shop, invoice } = await newSent()
    const where = { id: invoice.id, organisationId: shop.organisationId }
    await db().organisation.update({ where: { id: shop.organisationId }, data: { legalName: 'Other' } })
    expect(await db().invoice.findUniqueOrThrow({ where })).toMatchObject({ seller: { legalName: 'Atlas SARL' } })
    await expect(db().invoice.update({ where, data: { amountMinor: 1n } })).rejects.toThrow(/is not changed/)
    await expect(db().invoice.update({ where, data: { number: 'X' } })).rejects.toThrow(/is not changed/)
    await expect(db().invoice.delete({ where })).rejects.toThrow(/is not deleted/)
    const draft = await as(shop, 'invoice.draft')
    expect(await refusalOf(changeDraft(draft, invoice.id, input()))).toEqual(['not_found'])
    expect(await refusalOf(deleteDraft(draft, invoice.id))).toEqual(['not_found'])
  })

  test('another prefix begins another series', async () => {
    const shop = await newShop()
    await sent(shop)
    const web = settings({ prefix: 'web', vatNumber: 'FR 44 732829320', paymentDays: 15 })
    await changeInvoiceSettings(await as(shop, 'invoice.settings'), web)
    const taxed = { description: 'Atlas', quantity: '1', unitPrice: '100.00', vatRate: '5.5' } as const
    const { number, total } = await sent(shop, { lines: [taxed] as InvoiceInput['lines'] })
    expect(total).toBe('105.50')
    expect(number).toMatch(/^TEST-WEB\d{4}-0001$/)
    expect(await readInvoiceSettings(await as(shop, 'invoice.read'))).toMatchObject({ vatNumber: 'FR44732829320' })
  })

  test('the settings name what is wrong', async () => {
    const wrong = settings({ prefix: '1', vatNumber: 'x' })
    const actor = await as(await newShop(), 'invoice.settings')
    expect(await refusalOf(changeInvoiceSettings(actor, wrong))).toEqual(['invalid_input', 'prefix', 'vatNumber'])
  })
})

describe('an invoice that was sent', () => {
  test('is overdue after its day, and mailed again as a reminder', async () => {
    const { shop, invoice } = await newSent({ customerEmail: 'late@client.example' })
    await receive(shop, slugOf(invoice.url), 4_000n)
    setClock(new Date(now().getTime() + 31 * 86_400_000))
    expect((await reading(shop, invoice)).state).toBe('overdue')
    await mailInvoiceAgain(await as(shop, 'invoice.send'), invoice.id)
    await sendDueMails()
    const reminder = (await mailbox.readTo('late@client.example')).find(({ subject }) => subject?.includes('Rappel'))
    // Forty came by hand.
    expect(reminder?.text).toContain('80,00\u00a0€')
  })

  test('is paid when its amount arrived by hand, and then can’t be paid or mailed', async () => {
    const { shop, invoice } = await newSent()
    await receive(shop, slugOf(invoice.url), 12_000n)
    expect((await reading(shop, invoice)).state).toBe('paid')
    setClock(new Date(now().getTime() + 3 * 86_400_000))
    expect((await showLink(slugOf(invoice.url))).state).toBe('used')
    expect(await refusalOf(openLink(slugOf(invoice.url)))).toEqual(['payment_over'])
    expect(await refusalOf(mailInvoiceAgain(await as(shop, 'invoice.send'), invoice.id))).toContain('invalid_input')
  })

  test('is paid by a transfer that names it, though nobody opened its link', async () => {
    const { shop, invoice } = await newSent()
    const { organisationId } = shop
    const read = (remittance: string) => newCredit(organisationId, 12_000n, [remittance])
    await read('Loyer')
    await reconcileOrganisation(organisationId)
    expect(await db().paymentOrder.count({ where: { ownerId: organisationId } })).toBe(0)
    await read(`Virement ${invoice.number}`)
    await reconcileOrganisation(organisationId)
    expect((await reading(shop, invoice)).state).toBe('paid')
    await read(`Encore ${invoice.number}`)
    await reconcileOrganisation(organisationId)
    expect(await db().paymentOrder.count({ where: { ownerId: organisationId } })).toBe(1)
  })

  test('is paid by a transfer that was read long after it was made; a credit that pays nothing opens no more orders', async () => {
    const { shop, invoice } = await newSent()
    const { organisationId } = shop
    const orders = () => db().paymentOrder.count({ where: { ownerId: organisationId } })
    const later = async (days: number) => {
      setClock(new Date(now().getTime() + days * 86_400_000))
      await sweepExpiredOrders()
      await reconcileOrganisation(organisationId)
    }
    const day = new Date(now().getTime() + 86_400_000)
    setClock(new Date(now().getTime() + 80 * 86_400_000))
    const { id: creditId } = await newCredit(organisationId, 12_000n, [`Facture ${invoice.number}`], day)
    await reconcileOrganisation(organisationId)
    expect((await reading(shop, invoice)).state).toBe('paid')
    const { id: matchId } = await db().creditMatch.findFirstOrThrow({ where: { creditId } })
    await undoMatch(await as(shop, 'credit.match'), matchId)
    for (let time = 0; time < 3; time += 1) await later(2)
    expect((await reading(shop, invoice)).state).toBe('overdue')
    expect(await orders()).toBe(1)
    const twin = await sent(shop)
    await newCredit(organisationId, 12_000n, [`${invoice.number} ${twin.number}`])
    for (let time = 0; time < 3; time += 1) await later(2)
    expect(await orders()).toBe(3)
  })

  test('is paid by a transfer older than thousands that pay nothing', async () => {
    const { shop, invoice } = await newSent()
    const { organisationId } = shop
    await newCredit(organisationId, 12_000n, [`Facture ${invoice.number}`])
    const { id: _, ...rest } = await newCredit(organisationId, 1n, ['Loyer'], new Date(now().getTime() + 86_400_000))
    const many = Array.from({ length: 2_000 }, () => ({ ...rest, key: randomUUID() }))
    await db().incomingCredit.createMany({ data: many })
    await reconcileOrganisation(organisationId)
    expect((await reading(shop, invoice)).state).toBe('paid')
  })

  test('is not paid when less arrived', async () => {
    const { shop, invoice } = await newSent()
    await receive(shop, slugOf(invoice.url), 11_999n)
    expect((await reading(shop, invoice)).state).toBe('sent')
  })

  test('is cancelled by a credit note of its own series, which ends its link and the order that waits', async () => {
    const { shop, invoice } = await newSent()
    const { publicId } = await openLink(slugOf(invoice.url))
    const { number } = await credit(shop, invoice.id)
    expect(number).toMatch(/^TEST-AV-F\d{4}-0001$/)
    const after = await reading(shop, invoice)
    expect(after).toMatchObject({ state: 'cancelled', credited: '120.00', left: '0.00', lineLeft: ['0.00'] })
    expect(after.creditNotes).toEqual([
      { number, issuedOn: parisDay(now()), content: expect.objectContaining({ total: '120.00', reason: null }) },
    ])
    expect(await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })).toMatchObject({ status: 'cancelled' })
    expect(await refusalOf(openLink(slugOf(invoice.url)))).toEqual(['payment_over'])
    expect(await refusalOf(credit(shop, invoice.id))).toEqual(['invalid_input', 'invoice'])
  })

  test('is not credited while it is being paid', async () => {
    const { shop, invoice } = await newSent()
    const { publicId } = await openLink(slugOf(invoice.url))
    const order = await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })
    const begun = attemptRow({ orderId: order.id, ownerId: shop.organisationId, status: 'authorised' })
    await db().paymentAttempt.create({ data: begun })
    expect(await refusalOf(credit(shop, invoice.id))).toEqual(['payment_under_way'])
    expect(await refusalOf(credit(shop, invoice.id, part('1')))).toEqual(['payment_under_way'])
    expect((await reading(shop, invoice)).creditNotes).toEqual([])
  })

  test('credited while its payer is at the bank past the order’s time, it is not paid after all', async () => {
    const { shop, invoice } = await newSent()
    const { publicId } = await openLink(slugOf(invoice.url))
    const { id: orderId } = await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })
    const begun = attemptRow({ orderId, ownerId: shop.organisationId, status: 'redirected' })
    await db().paymentAttempt.create({ data: begun })
    setClock(new Date(now().getTime() + 25 * 3_600_000))
    await credit(shop, invoice.id)
    await db().paymentAttempt.update({
      where: { requestId: begun.requestId },
      data: { status: 'authorised' },
    })
    const order = await inOrder({ ownerId: shop.organisationId, orderId }, async (tx, order) => {
      await refreshOrder(tx, order)
      return tx.paymentOrder.findUniqueOrThrow({ where: { id: orderId } })
    })
    expect(order).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(Date) })
  })

  test('its link is no link of the list, and is not closed by itself', async () => {
    const shop = await newShop()
    const { id, linkId } = await sent(shop)
    expect((await listLinks(await as(shop, 'link.read'))).links).toEqual([])
    expect(await readLink(await as(shop, 'link.read'), linkId ?? '')).toMatchObject({ invoiceId: id })
    expect(await refusalOf(closeLink(await as(shop, 'link.change'), linkId ?? ''))).toEqual(['not_found'])
  })

  test('is the same file at every download, whatever becomes of the organisation and its logo', async () => {
    const { shop, invoice } = await newSent()
    const { organisationId } = shop
    const first = await makeInvoiceFile(await as(shop, 'invoice.read'), invoice.id, null)
    const png = await readFile('public/icon-192.png')
    await db().organisationLogo.create({ data: { organisationId, version: randomUUID(), png } })
    await db().organisation.update({ where: { id: organisationId }, data: { legalName: 'Other' } })
    const others = [
      await makePublicInvoiceFile(slugOf(invoice.url), null, payer),
      await makeInvoiceFile(await as(shop, 'invoice.read'), invoice.id, null),
    ]
    for (const { bytes } of others) expect(Buffer.compare(bytes, first.bytes)).toBe(0)
    expect(await db().invoiceFile.count({ where: { organisationId } })).toBe(1)
  })

  test('is a PDF for members and for whoever has its link, and so is its credit note', async () => {
    const { shop, invoice } = await newSent()
    const slug = slugOf(invoice.url)
    const mine = await makeInvoiceFile(await as(shop, 'invoice.read'), invoice.id, null)
    const theirs = await makePublicInvoiceFile(slug, null, payer)
    for (const { name, bytes } of [mine, theirs]) {
      expect(name).toBe(`${invoice.number}.pdf`)
      expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-')
    }
    expect(await refusalOf(makePublicInvoiceFile(slug, 'TEST-AV-F2026-0001', payer))).toEqual(['not_found'])
    const { number } = await credit(shop, invoice.id)
    expect((await makePublicInvoiceFile(slug, number, payer)).name).toBe(`${number}.pdf`)
    const other = await sent(shop)
    expect(await refusalOf(makePublicInvoiceFile(slugOf(other.url), number, payer))).toEqual(['not_found'])
  })
})

describe('a credit note of a part', () => {
  test('lowers what the link asks for, and withdraws the order of the full amount', async () => {
    const { shop, invoice } = await newSent({ customerEmail: 'part@client.example' })
    const { publicId } = await openLink(slugOf(invoice.url))
    const { number } = await credit(shop, invoice.id, { ...part('20.00'), reason: ' Un atlas  abîmé ' })
    expect(await reading(shop, invoice)).toMatchObject({
      state: 'sent',
      total: '120.00',
      credited: '20.00',
      left: '100.00',
      lineLeft: ['100.00'],
      creditNotes: [{ number, content: { lines: [{ line: 0, net: '20.00' }], reason: 'Un atlas abîmé' } }],
    })
    expect(await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })).toMatchObject({ status: 'cancelled' })
    expect(await showLink(slugOf(invoice.url))).toMatchObject({
      amount: { amount: '100.00', currency: 'EUR' },
      invoice: { creditNotes: [{ number, total: '20.00' }] },
    })
    await mailInvoiceAgain(await as(shop, 'invoice.send'), invoice.id)
    await sendDueMails()
    const texts = (await mailbox.readTo('part@client.example')).map(({ text }) => text?.replace(/\s/g, ' '))
    expect(texts.filter(text => text?.includes('100,00 €'))).toHaveLength(2)
    await receive(shop, slugOf(invoice.url), 10_000n)
    expect((await reading(shop, invoice)).state).toBe('paid')
  })

  test('asks for no more than what did not arrive by hand yet', async () => {
    const shop = await newShop()
    const [short, settled] = [await sent(shop), await sent(shop)]
    await receive(shop, slugOf(short.url), 3_000n)
    await credit(shop, short.id, part('20.00'))
    expect(await showLink(slugOf(short.url))).toMatchObject({ state: 'open', amount: { amount: '70.00' } })
    await receive(shop, slugOf(settled.url), 10_000n)
    await credit(shop, settled.id, part('20.00'))
    const actor = await as(shop, 'invoice.read')
    expect(await readInvoice(actor, settled.id)).toMatchObject({ state: 'paid', left: '100.00' })
    expect((await listInvoices(actor, { state: 'paid' })).invoices.map(({ id }) => id)).toEqual([settled.id])
    expect(await refusalOf(openLink(slugOf(settled.url)))).toEqual(['payment_over'])
    expect((await showLink(slugOf(settled.url))).state).toBe('used')
  })

  test('is paid by a transfer that a member finds, also when nobody opened it, or in time', async () => {
    const shop = await newShop()
    const [unopened, late] = [await sent(shop), await sent(shop)]
    await openLink(slugOf(late.url))
    setClock(new Date(now().getTime() + 25 * 3_600_000))
    await sweepExpiredOrders()
    const { id: creditId } = await newCredit(shop.organisationId, 12_000n, ['Reliure'])
    const suggested = async (search?: string) =>
      (await readCredit(await as(shop, 'reconciliation.read'), creditId, search)).suggestions
    const both = [unopened, late].map(({ id, number }) => ({ of: 'invoice', id, reference: number }))
    expect(await suggested()).toMatchObject(both)
    expect(await suggested(unopened.number ?? '')).toMatchObject([{ id: unopened.id, due: { amount: '120.00' } }])
    const match = async (of: Shop, invoiceId: string) =>
      matchByHand(await as(of, 'credit.match'), { creditId, orderId: '', invoiceId, amount: '60' })
    expect(await refusalOf(match(shop, (await sent(await newShop())).id))).toEqual(['not_found'])
    await match(shop, unopened.id)
    await match(shop, late.id)
    expect(new Set((await suggested()).map(({ of }) => of))).toEqual(new Set(['payment']))
    const { id: rest } = await newCredit(shop.organisationId, 6_000n)
    const { id: orderId } = await db().paymentOrder.findFirstOrThrow({
      where: { ownerId: shop.organisationId, reference: unopened.number ?? '', receivedMinor: 6_000n },
    })
    await matchByHand(await as(shop, 'credit.match'), { creditId: rest, orderId, amount: null })
    expect((await reading(shop, unopened)).state).toBe('paid')
  })

  test('asks for the rest once part came by hand for an order that was over', async () => {
    const shop = await newShop()
    const one = await sent(shop)
    const first = await openLink(slugOf(one.url))
    const { id: orderId } = await db().paymentOrder.findUniqueOrThrow({ where: first })
    setClock(new Date(now().getTime() + 25 * 3_600_000))
    await sweepExpiredOrders()
    const { id: creditId } = await newCredit(shop.organisationId, 3_000n)
    await matchByHand(await as(shop, 'credit.match'), { creditId, orderId, amount: null })
    expect(await showLink(slugOf(one.url))).toMatchObject({ state: 'open', amount: { amount: '90.00' } })
    const { publicId } = await openLink(slugOf(one.url))
    expect(await db().paymentOrder.findUnique({ where: { publicId } })).toMatchObject({ amountMinor: 9_000n })
    expect(await openLink(slugOf(one.url))).toEqual({ publicId })
    await receivePart(shop, slugOf(one.url), 9_000n)
    expect(await refusalOf(openLink(slugOf(one.url)))).toEqual(['payment_over'])
    expect((await reading(shop, one)).state).toBe('paid')
    expect((await showLink(slugOf(one.url))).state).toBe('used')
  })

  test('asks again for what had been taken for its payment by mistake', async () => {
    const shop = await newShop()
    const [short, settled, paid] = [await sent(shop), await sent(shop), await sent(shop)]
    const undo = async (matchId: string) => undoMatch(await as(shop, 'credit.match'), matchId)
    const given = [
      await receivePart(shop, slugOf(short.url), 3_000n),
      await receivePart(shop, slugOf(settled.url), 10_000n),
      await receivePart(shop, slugOf(paid.url), 12_000n),
    ]
    for (const { id } of [short, settled, paid]) await credit(shop, id, part('20.00'))
    for (const matchId of given) await undo(matchId)
    for (const one of [short, settled, paid]) {
      expect(await reading(shop, one)).toMatchObject({ state: 'sent', left: '100.00' })
      expect(await showLink(slugOf(one.url))).toMatchObject({ state: 'open', amount: { amount: '100.00' } })
      const { publicId } = await openLink(slugOf(one.url))
      expect(await db().paymentOrder.findUnique({ where: { publicId } })).toMatchObject({ amountMinor: 10_000n })
    }
    await receivePart(shop, slugOf(short.url), 10_000n)
    await credit(shop, settled.id)
    for (const one of [short, settled]) expect(await refusalOf(openLink(slugOf(one.url)))).toEqual(['payment_over'])
  })

  test('is mailed to the customer once, with what is left to pay', async () => {
    const shop = await newShop()
    const customerEmail = 'credited@client.example'
    const [open, paid] = [await sent(shop, { customerEmail }), await sent(shop, { customerEmail })]
    await sendDueMails()
    await receive(shop, slugOf(open.url), 3_000n)
    await receive(shop, slugOf(paid.url), 12_000n)
    const notes = [
      await credit(shop, open.id, { ...part('20.00'), reason: 'Un atlas abîmé' }),
      await credit(shop, open.id),
      await credit(shop, paid.id, part('5.00')),
    ]
    expect(notes.map(({ mail }) => mail)).toEqual(['queued', 'queued', 'queued'])
    await sendDueMails()
    const mailOf = async (number: string | undefined) => {
      const mails = (await mailbox.readTo(customerEmail)).filter(({ subject }) =>
        subject?.startsWith(`Avoir d’essai ${number}`),
      )
      expect(mails).toHaveLength(1)
      return mails[0]?.text?.replace(/\s+/g, ' ')
    }
    const [first, rest, corrected] = await Promise.all(notes.map(({ number }) => mailOf(number)))
    expect(first).toMatch(new RegExp(`20,00 €.*${open.number}.*70,00 €.*Un atlas abîmé.*${slugOf(open.url)}`))
    expect(rest).toMatch(new RegExp(`100,00 €.*plus rien à régler.*/invoice\\?credit=${notes[1]?.number}`))
    expect(corrected).toMatch(/5,00 €.*déjà réglé/)
    const actor = await as(shop, 'invoice.send')
    expect((await listInvoiceMails(actor, open.id)).map(({ number, state }) => [number, state])).toEqual([
      [notes[1]?.number, 'sent'],
      [notes[0]?.number, 'sent'],
      [open.number, 'sent'],
    ])
  })

  test('of a paid invoice changes no payment', async () => {
    const { shop, invoice } = await newSent()
    await receive(shop, slugOf(invoice.url), 12_000n)
    await credit(shop, invoice.id, part('20.00'))
    const actor = await as(shop, 'invoice.read')
    expect(await readInvoice(actor, invoice.id)).toMatchObject({ state: 'paid', left: '100.00' })
    expect((await showLink(slugOf(invoice.url))).state).toBe('used')
    await credit(shop, invoice.id)
    expect(await readInvoice(actor, invoice.id)).toMatchObject({ state: 'cancelled', left: '0.00' })
    const { status } = await db().paymentOrder.findFirstOrThrow({ where: { linkId: invoice.linkId } })
    expect(status).not.toBe('cancelled')
  })

  test('and another and the rest are numbered in a row, and come to the invoice', async () => {
    const { shop, invoice } = await newSent()
    const given = [await credit(shop, invoice.id, part('20')), await credit(shop, invoice.id, part('0.01'))]
    given.push(await credit(shop, invoice.id))
    expect(given.map(({ number }) => number.slice(-4))).toEqual(['0001', '0002', '0003'])
    expect(await showLink(slugOf(invoice.url))).toMatchObject({ state: 'closed' })
    const notes = await db().creditNote.findMany({ where: { invoiceId: invoice.id } })
    expect(notes.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(12_000n)
  })

  test.each([
    ['more than is left of the line', part('120.01'), ['lines.0.net']],
    ['a line that is not there', part('1', 1), ['lines.0.line']],
    ['nothing', { lines: [], reason: '' }, ['lines']],
  ])('of %s is refused, and takes no number', async (_, wrong, fields) => {
    const { shop, invoice } = await newSent()
    expect(await refusalOf(credit(shop, invoice.id, wrong))).toEqual(['invalid_input', ...fields])
    expect((await credit(shop, invoice.id)).number).toMatch(/-0001$/)
  })

  test('of a draft is refused', async () => {
    const shop = await newShop()
    const { id } = await createDraft(await as(shop, 'invoice.draft'), input())
    expect(await refusalOf(credit(shop, id))).toEqual(['invalid_input', 'invoice'])
  })

  test('ten at once never come to more than the invoice', async () => {
    const { shop, invoice } = await newSent()
    const given = await Promise.all(Array.from({ length: 10 }, () => refusalOf(credit(shop, invoice.id, part('30')))))
    expect(given.filter(one => one === null)).toHaveLength(4)
    expect(await reading(shop, invoice)).toMatchObject({ left: '0.00' })
    const numbers = await db().creditNote.findMany({ where: { invoiceId: invoice.id }, orderBy: { number: 'asc' } })
    expect(numbers.map(({ number }) => Number(number.slice(-4)))).toEqual([1, 2, 3, 4])
  })

  test('is kept by the database, which also holds their sum', async () => {
    const shop = await newShop()
    const { id } = await sent(shop)
    const { number } = await credit(shop, id, part('20'))
    const where = { organisationId_number: { organisationId: shop.organisationId, number } }
    await expect(db().creditNote.update({ where, data: { amountMinor: 1n } })).rejects.toThrow(/is not changed/)
    await expect(db().creditNote.delete({ where })).rejects.toThrow(/is not changed/)
    const change = (creditedMinor: bigint) => db().invoice.update({ where: { id }, data: { creditedMinor } })
    await expect(change(0n)).rejects.toThrow(/is not changed/)
    await expect(change(12_001n)).rejects.toThrow(/Invoice_credited_check/)
  })
})

test('the file of a link is limited for each browser (C46)', async () => {
  const { url } = await sent(await newShop())
  const ask = (userAgent: string) =>
    refusalOf(makePublicInvoiceFile(slugOf(url), 'AV-1', { ipAddress: '203.0.113.9', userAgent }))
  for (let time = 0; time < 30; time += 1) expect(await ask('one')).toEqual(['not_found'])
  expect(await ask('one')).toEqual(['too_many_tries'])
  expect(await ask('another')).toEqual(['not_found'])
})

test('a customer is reminded before and after the due day, once each, if that is wished and nothing was paid', async () => {
  const shop = await newShop()
  const [waiting, paid, other] = [await sent(shop), await sent(shop), await sent(await newShop())]
  await receive(shop, slugOf(paid.url), 12_000n)
  const beingPaid: { id: string }[] = []
  for (const status of ['pending', 'confirmed', 'held', 'partly_executed'] as const) {
    const invoice = await sent(shop)
    const { publicId } = await openLink(slugOf(invoice.url))
    await db().paymentOrder.update({ where: { publicId }, data: { status } })
    beingPaid.push(invoice)
  }
  const wish = settings({ remindBefore: true, remindAfter: true })
  await changeInvoiceSettings(await as(shop, 'invoice.settings'), wish)
  const began = now()
  const reminded = async (days: number) => {
    setClock(new Date(began.getTime() + days * 86_400_000))
    await workOnce('invoices.reminders')
    await workOnce('invoices.reminders')
    return db().mail.count({ where: { kind: 'invoice', aboutId: waiting.id } })
  }
  const counts = []
  for (const days of [26, 27, 28, 30, 33, 34, 44, 60]) counts.push(await reminded(days))
  expect(counts).toEqual([1, 2, 2, 2, 3, 3, 4, 4])
  expect((await reading(shop, waiting)).remindedAt).toHaveLength(3)
  for (const { id } of [paid, other, ...beingPaid])
    expect(await db().mail.count({ where: { kind: 'invoice', aboutId: id } })).toBe(1)
})

test('a customer’s answer goes to the merchant', async () => {
  await newSent({ customerEmail: 'answers@client.example' })
  await sendDueMails()
  const [mail] = await mailbox.readTo('answers@client.example')
  expect(mail?.replyTo).toEqual([{ name: '', address: 'shop@guichet.example' }])
})

test('the list is searched by number, customer and order, and exported as it is filtered', async () => {
  const shop = await newShop()
  const atlas = await sent(shop, { customerName: '=Atlas', purchaseOrder: 'BC-77' })
  const { id } = await createDraft(await as(shop, 'invoice.draft'), input({ customerName: 'Brouillon' }))
  const found = async (search: string) =>
    (await listInvoices(await as(shop, 'invoice.read'), { search })).invoices.map(one => one.id)
  expect(await found('')).toEqual([id, atlas.id])
  for (const search of [' atl', '-0001', 'BC-7']) expect(await found(search)).toEqual([atlas.id])
  expect(await found('nobody')).toEqual([])
  const csv = await text(exportInvoices(await as(shop, 'invoice.export'), 'csv-fr', { search: 'atlas' }))
  const day = (iso: string) => iso.split('-').reverse().join('/')
  expect(csv.split('\r\n').slice(1)).toEqual([
    `${atlas.number};envoyée;${day(atlas.issuedOn ?? '')};${day(atlas.dueOn)};'=Atlas;120,00;0,00;120,00;EUR`,
    '',
  ])
})

test('an export goes on though the last row it wrote is deleted meanwhile', async () => {
  const shop = await newShop()
  const drafts: string[] = []
  for (let count = 0; count < 52; count += 1) {
    drafts.push((await createDraft(await as(shop, 'invoice.draft'), input({ customerName: `N${count};` }))).id)
  }
  let csv = ''
  for await (const row of exportInvoices(await as(shop, 'invoice.export'), 'csv', {})) {
    csv += row
    if (csv.split('\r\n').length === 52) await deleteDraft(await as(shop, 'invoice.draft'), drafts[2] ?? '')
  }
  expect(csv.trim().split('\r\n')).toHaveLength(53)
})

test('the list has each state, newest first', async () => {
  const shop = await newShop()
  const { id: draftId } = await createDraft(await as(shop, 'invoice.draft'), input())
  const paid = await sent(shop)
  const cancelled = await sent(shop)
  const overdue = await sent(shop, { dueOn: parisDay(now()) })
  const open = await sent(shop)
  await receive(shop, slugOf(paid.url), 12_000n)
  await credit(shop, cancelled.id)
  setClock(new Date(now().getTime() + 2 * 86_400_000))
  const wanted: Record<InvoiceState, string> = {
    draft: draftId,
    sent: open.id,
    overdue: overdue.id,
    paid: paid.id,
    cancelled: cancelled.id,
  }
  const actor = await as(shop, 'invoice.read')
  for (const state of invoiceStates) {
    const { invoices } = await listInvoices(actor, { state })
    expect(invoices.map(({ id }) => id)).toEqual([wanted[state]])
    expect(invoices[0]?.state).toBe(state)
  }
  expect((await listInvoices(actor)).invoices).toHaveLength(5)
  expect((await listInvoices({ ...actor, mode: 'live' })).invoices).toEqual([])
})

test('a link that was made by itself has no invoice', async () => {
  const shop = await newShop()
  const link = LinkInput.parse({ title: 'A link', isReusable: true })
  const { invoiceId } = await createLink(await as(shop, 'link.change'), link, storeNothing)
  expect(invoiceId).toBeNull()
})
