import { randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import type { LinkBatchInput } from '#lib/views/link-batch.ts'
import { workbook } from '#testing/files/workbook.ts'
import { aMember, aShop } from '#testing/people/a-shop.ts'
import { activate } from '#testing/people/activate.ts'
import { asMember } from '#testing/people/as-member.ts'
import { closeLinkBatch, exportLinkBatch, mailLinkBatch, readLinkBatch } from './link-batch.ts'
import { listLinkBatches, makeLinkBatch, previewLinkBatch, sweepBatchPayers } from './link-batches.ts'
import { closeLink, listLinks, openLink } from './links.ts'

let shop: Awaited<ReturnType<typeof aShop>>
beforeEach(async () => {
  process.env.SMTP_URL = 'smtp://127.0.0.1:1'
  shop = await aShop()
  await activate(shop.organisationId)
})

const rents = 'Locataire;E-mail;Libellé;Loyer;Réf\nJade Roux;jade@exemple.fr;Loyer;650,00;L-1\n=Max;;Loyer;1 200,50;\n'
const fileOf = (text: string) => ({ name: 'loyers.csv', bytes: new TextEncoder().encode(text) })
const usual: Omit<LinkBatchInput, 'mode'> = { mapping: null, title: '', again: '' }
const at = (mode: ApiMode) => ({ organisationId: shop.organisationId, mode })
const preview = (text: string, input = usual, mode: ApiMode = 'test') =>
  asMember(shop.userId, at(mode), 'link.change', previewLinkBatch, fileOf(text), input)
const make = (text: string, input = usual, mode: ApiMode = 'test') =>
  asMember(shop.userId, at(mode), 'link.change', makeLinkBatch, fileOf(text), input)
const read = (id: string) => asMember(shop.userId, at('test'), 'link.read', readLinkBatch, id)
const mail = (id: string, mode: ApiMode = 'test') => asMember(shop.userId, at(mode), 'link.mail', mailLinkBatch, id)

/** Marks a link's payment as received. */
async function pay(slug: string) {
  const { publicId } = await openLink(slug)
  const { id, amountMinor } = await db().paymentOrder.findUniqueOrThrow({ where: { publicId } })
  await db().paymentOrder.update({ where: { id }, data: { receivedMinor: amountMinor, receivedAt: now() } })
}

describe('a preview', () => {
  test('says what would be made, and makes nothing', async () => {
    expect(await preview(rents)).toMatchObject({
      problem: null,
      columns: ['Locataire', 'E-mail', 'Libellé', 'Loyer', 'Réf'],
      mapping: { name: 0, email: 1, title: 2, amount: 3, reference: 4 },
      rows: [
        {
          line: 2,
          name: 'Jade Roux',
          email: 'jade@exemple.fr',
          title: 'Loyer',
          amount: { amount: '650.00' },
          reference: 'L-1',
        },
        { line: 3, name: '=Max', email: null, amount: { amount: '1200.50' }, reference: null },
      ],
      count: 2,
      sum: { amount: '1850.50', currency: 'EUR' },
      mailed: 1,
      issueCount: 0,
      known: null,
    })
    expect(await db().paymentLink.count({ where: { organisationId: shop.organisationId } })).toBe(0)
  })

  test('reads a workbook like a CSV, and says of which file it can’t', async () => {
    const previewOf = (bytes: Uint8Array) =>
      asMember(shop.userId, at('test'), 'link.change', previewLinkBatch, { name: 'loyers.xlsx', bytes }, usual)
    const bytes = workbook(['Locataire', 'Libellé', 'Loyer'], ['Jade Roux', 'Loyer', 650.5], ['Max', 'Loyer', -3])
    expect(await previewOf(bytes)).toMatchObject({
      problem: null,
      rows: [{ line: 2, name: 'Jade Roux', amount: { amount: '650.50' } }],
      issues: [{ line: 3, field: 'amount', fault: 'not_positive' }],
    })
    const text = new TextEncoder().encode('a;b')
    expect((await previewOf(zipSync({ 'a.csv': text }))).problem).toBe('not_text')
    expect((await previewOf(bytes.slice(0, 100))).problem).toBe('not_text')
    expect((await previewOf(zipSync({ 'xl/workbook.xml': new Uint8Array(61 * 1024 * 1024) }))).problem).toBe(
      'too_large',
    )
  })

  test('takes the columns that a person chose', async () => {
    const mapping = { title: 2, amount: 3, name: 4 }
    expect((await preview(rents, { ...usual, mapping })).rows.map(({ name }) => name)).toEqual(['L-1', null])
  })

  test('of live links names the row above the limit of a payment', async () => {
    const { issues } = await preview('titre;montant\nA;5000,00\nB;5000,01\n', usual, 'live')
    expect(issues).toEqual([{ line: 3, field: 'amount', fault: 'over_limit' }])
    await expect(make('titre;montant\nB;5000,01\n', usual, 'live')).rejects.toMatchObject({ field: 'file' })
  })
})

describe('making', () => {
  test('makes a link a row, for one payment, with a reference of its own', async () => {
    const { id } = await make(rents)
    const { rows, ...batch } = await read(id)
    expect(batch).toMatchObject({ fileName: 'loyers.csv', count: 2, paid: 0, open: 2, sum: { amount: '1850.50' } })
    expect(rows.map(({ name, link }) => [name, link.title, link.isReusable, link.referencePrefix])).toEqual([
      ['Jade Roux', 'Loyer', false, 'L-1'],
      ['=Max', 'Loyer', false, expect.stringMatching(/^LOYER-[0-9A-F]{4}-0002$/)],
    ])
    const lists = await asMember(shop.userId, at('test'), 'link.read', listLinkBatches)
    expect(lists.batches).toMatchObject([{ id, count: 2, paid: 0 }])
    const single = await asMember(shop.userId, at('test'), 'link.read', listLinks, { isSingle: true })
    expect(single.links).toEqual([])
  })

  test('the same file again only if its last batch is named, however often and at once it is sent', async () => {
    const first = await Promise.allSettled([make(rents), make(rents), make(rents)])
    expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { known } = await preview(rents)
    await expect(make(rents)).rejects.toMatchObject({ code: 'invalid_input', field: 'file.known' })
    const again = { ...usual, again: known?.id ?? '' }
    const second = await Promise.allSettled([make(rents, again), make(rents, again)])
    expect(second.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await preview(rents, usual, 'live')).known).toBeNull()
  })

  test('makes nothing of a file with a fault, nor for an organisation that can’t be paid', async () => {
    await expect(make('titre;montant\nA;5\nB;x\n')).rejects.toMatchObject({ field: 'file' })
    expect(await db().linkBatch.count({ where: { organisationId: shop.organisationId } })).toBe(0)
    shop = await aShop({ beneficiaryIban: null, beneficiaryName: null })
    await expect(preview(rents)).rejects.toMatchObject({ field: 'beneficiary' })
    await expect(make(rents, usual, 'live')).rejects.toMatchObject({ code: 'organisation_not_activated' })
  })

  test('is no viewer’s, and nobody’s of another organisation', async () => {
    const viewer = await aMember(shop.organisationId, 'viewer')
    await expect(
      asMember(viewer, shop.organisationId, 'link.change', makeLinkBatch, fileOf(rents), usual),
    ).rejects.toMatchObject({ code: 'not_allowed' })
    const { id } = await make(rents)
    const other = await aShop()
    for (const one of [id, randomUUID(), 'x']) {
      const theirs = asMember(other.userId, other.organisationId, 'link.change', closeLinkBatch, one)
      await expect(theirs).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

describe('a batch', () => {
  test('shows what is paid, and closes only the rest', async () => {
    const { id } = await make(rents)
    const [first] = (await read(id)).rows
    await pay(first?.link.slug ?? '')
    expect(await read(id)).toMatchObject({ paid: 1, open: 1, sumPaid: { amount: '650.00' } })
    const close = () => asMember(shop.userId, at('test'), 'link.change', closeLinkBatch, id)
    expect(await close()).toEqual({ closed: 1 })
    expect(await close()).toEqual({ closed: 0 })
    const { rows, ...after } = await read(id)
    expect(after).toMatchObject({ paid: 1, open: 0, closed: 1 })
    expect(rows.map(({ link }) => link.state)).toEqual(['used', 'closed'])
  })

  test('counts what has expired', async () => {
    const { id } = await make('titre;montant;échéance\nA;5;2099-01-01\n')
    expect(await read(id)).toMatchObject({ open: 1, expired: 0 })
    setClock(new Date('2099-01-02T00:00:00Z'))
    expect(await read(id)).toMatchObject({ open: 0, expired: 1 })
  })

  test('is exported with its addresses, neutralised', async () => {
    const { id } = await make(rents)
    const text = await asMember(shop.userId, at('test'), 'link.read', exportLinkBatch, id, 'csv-fr')
    const [head, one, two] = text.split('\r\n')
    expect(head).toBe('\uFEFFNom;E-mail;Intitulé;Montant;Référence;Échéance;État;Adresse')
    expect(one).toMatch(/^Jade Roux;jade@exemple\.fr;Loyer;650,00;L-1;;ouvert;http.*\/l\/[\w-]{22}$/)
    expect(two).toMatch(/^'=Max;;Loyer;1200,50;LOYER-[0-9A-F]{4}-0002;;ouvert;/)
  })
})

describe('mailing', () => {
  const mailsOf = () => db().mail.findMany({ where: { organisationId: shop.organisationId }, select: { to: true } })

  test('writes to whoever has not paid, and not twice in a day', async () => {
    const { id } = await make('titre;montant;email\nA;5;a@exemple.fr\nB;6;b@exemple.fr\nC;7;\n', usual, 'live')
    const [first] = (await read(id)).rows
    await asMember(shop.userId, at('live'), 'link.change', closeLink, first?.link.id ?? '')
    expect(await mail(id, 'live')).toMatchObject({ queued: 1, recent: 0 })
    expect(await mail(id, 'live')).toMatchObject({ queued: 0, recent: 1 })
    expect((await mailsOf()).map(({ to }) => to)).toEqual(['b@exemple.fr'])
    expect((await read(id)).rows[1]?.mail).toMatchObject({ state: 'due' })
    setClock(new Date(now().getTime() + 25 * 60 * 60_000))
    expect(await mail(id, 'live')).toMatchObject({ queued: 1 })
  })

  test('writes once though it is pressed twice at once, and again once a mail has failed', async () => {
    const { id } = await make('titre;montant;email\nA;5;a@exemple.fr\n', usual, 'live')
    await Promise.all([mail(id, 'live'), mail(id, 'live')])
    const sent = () => db().mail.findMany({ where: { organisationId: shop.organisationId, kind: 'link' } })
    expect(await sent()).toHaveLength(1)
    await db().mail.updateMany({ where: { organisationId: shop.organisationId }, data: { state: 'failed' } })
    await mail(id, 'live')
    expect(await sent()).toHaveLength(2)
  })

  test('in test mode writes to members alone', async () => {
    const { email } = await db().user.findUniqueOrThrow({ where: { id: shop.userId } })
    const { id } = await make(`titre;montant;email\nA;5;${email}\nB;6;b@exemple.fr\n`)
    expect(await mail(id)).toMatchObject({ queued: 1, test: 1 })
  })

  test('stops at the limit of an hour, and goes on from there', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `T${at};5;p${at}@exemple.fr`).join('\n')
    const { id } = await make(`titre;montant;email\n${rows}`, usual, 'live')
    expect(await mail(id, 'live')).toMatchObject({ queued: 100, limit: 20, recent: 0 })
    setClock(new Date(now().getTime() + 61 * 60_000))
    expect(await mail(id, 'live')).toMatchObject({ queued: 20, limit: 0, recent: 100 })
    expect(new Set((await mailsOf()).map(({ to }) => to)).size).toBe(120)
  })
})

test('names and addresses of payers are forgotten after 13 months; links stay', async () => {
  const { id } = await make(rents)
  const payers = async () => (await read(id)).rows.map(({ name, email }) => [name, email])
  expect(await sweepBatchPayers()).toBe(0)
  const known = await payers()
  await db().linkBatch.update({ where: { id }, data: { createdAt: new Date(now().getTime() - 397 * 86_400_000) } })
  const { id: younger } = await make(rents, { ...usual, again: id })
  expect(await sweepBatchPayers()).toBe(1)
  expect(await sweepBatchPayers()).toBe(0)
  expect(await payers()).toEqual([
    [null, null],
    [null, null],
  ])
  expect((await read(id)).rows.map(({ link }) => link.title)).toEqual(['Loyer', 'Loyer'])
  expect((await read(younger)).rows.map(({ name, email }) => [name, email])).toEqual(known)
})
