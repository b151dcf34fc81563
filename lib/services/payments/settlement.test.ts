import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { findFecFaults } from '#testing/files/find-fec-faults.ts'
import { findNoticeFaults } from '#testing/files/read-with.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { BookAccountsInput, changeBookAccounts } from './book-accounts.ts'
import { createOrder } from './orders.ts'
import { exportSettlement, readSettlement, type SettlementFormat } from './settlement.ts'

beforeEach(() => setClock(new Date('2026-07-15T10:00:00Z')))

const iban = 'DE89370400440532013000'

async function shop() {
  const { organisationId: id, userId } = await aShop({ registrationNumber: '732 829 320', role: 'accountant' })
  const order = async (change: Prisma.PaymentOrderUpdateInput) => {
    const made = await createOrder(id, checkoutOrder(1_250n))
    return db().paymentOrder.update({ where: { id: made.id, ownerId: id }, data: { status: 'executed', ...change } })
  }
  const read = (month = '2026-07') => asMember(userId, id, 'settlement.read', readSettlement, month)
  const exported = async (format: SettlementFormat, month = '2026-07') => {
    const ask = { format, month }
    const { name, pieces } = await asMember(userId, id, 'settlement.export', exportSettlement, ask)
    return { name, text: await text(pieces) }
  }
  return { id, userId, order, read, exported }
}

/** A credit on the account, so much of it matched with an order. */
async function credit(
  organisationId: string,
  day: string,
  amountMinor: bigint,
  match?: [orderId: string, bigint],
  endToEndId: string | null = null,
) {
  const { id } = await db().incomingCredit.create({
    data: {
      organisationId,
      accountId: randomUUID(),
      createdAt: new Date(day),
      key: randomUUID(),
      mode: 'test',
      amountMinor,
      currency: 'EUR',
      day: new Date(day),
      endToEndId,
      remittance: [],
    },
  })
  if (match === undefined) return
  const [orderId, matchedMinor] = match
  const by = endToEndId === null ? 'person' : 'end_to_end'
  const data = {
    organisationId,
    creditId: id,
    orderId,
    amountMinor: matchedMinor,
    by,
    createdAt: new Date(day),
  } as const
  await db().creditMatch.create({ data })
}

test('a month per day in Paris: executed, received, short, unknown, refunded', async () => {
  const { id, order, read } = await shop()
  await order({ finishedAt: new Date('2026-06-30T21:59:00Z') })
  const short = await order({
    finishedAt: new Date('2026-06-30T22:01:00Z'),
    receivedMinor: 1_000n,
    receivedAt: new Date('2026-07-02T08:00:00Z'),
  })
  await order({ kind: 'refund', finishedAt: new Date('2026-07-02T08:00:00Z'), debtorIban: iban })
  await order({ status: 'open' })
  await order({ mode: 'live', finishedAt: new Date('2026-07-02T08:00:00Z') })
  await credit(id, '2026-07-02', 1_030n, [short.id, 1_000n])
  const { days, totals, before, after } = await read()
  const zero = {
    executed: '0.00',
    transferred: '0.00',
    received: '0.00',
    short: '0.00',
    unknown: '0.00',
    refunded: '0.00',
  }
  const row = { currency: 'EUR', ...zero }
  const second = { received: '10.00', short: '2.50', unknown: '0.30', refunded: '-12.50' }
  expect(days).toEqual([
    { ...row, ...second, net: '-12.50', day: '2026-07-02' },
    { ...row, executed: '12.50', net: '12.50', day: '2026-07-01' },
  ])
  expect(totals).toEqual([{ ...row, ...second, executed: '12.50', net: '0.00' }])
  expect([before, after]).toEqual(['2026-06', null])
  expect((await read('2026-06')).days).toHaveLength(1)
})

test('as files: for spreadsheets, as accounting lines, and as a statement', async () => {
  const { order, exported } = await shop()
  await order({ finishedAt: new Date('2026-07-01T08:00:00Z') })
  await order({ kind: 'refund', finishedAt: new Date('2026-07-02T08:00:00Z'), debtorIban: iban })
  expect((await exported('csv-fr')).text).toBe(
    '\uFEFFdate;devise;exécuté;par virement;reçu;manquant;inconnu;remboursé;solde\r\n' +
      '01/07/2026;EUR;12,50;0,00;0,00;0,00;0,00;0,00;12,50\r\n02/07/2026;EUR;0,00;0,00;0,00;0,00;0,00;-12,50;-12,50\r\n',
  )
  expect((await exported('csv')).text).toContain('2026-07-02,EUR,0.00,0.00,0.00,0.00,0.00,-12.50,-12.50')
  const fec = await exported('fec')
  expect(fec.name).toBe('ESSAI-732829320FEC20260731.txt')
  expect(findFecFaults({ ...fec, name: fec.name.replace('ESSAI-', '') })).toEqual([])
  const lines = fec.text
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split('\t'))
  expect(lines.map(cells => [cells[2], cells[3], cells[4], cells[11], cells[12]])).toEqual([
    ['GUI202607-000001', '20260701', '511000', '12,50', '0,00'],
    ['GUI202607-000001', '20260701', '411000', '0,00', '12,50'],
    ['GUI202607-000002', '20260702', '511000', '0,00', '12,50'],
    ['GUI202607-000002', '20260702', '411000', '12,50', '0,00'],
  ])
  // No account was read: a bank's execution is no booking of ours.
  expect((await exported('camt054')).text).not.toContain('<Ntry>')
})

test('money that came by a transfer made by hand is in the balance and in every file, once', async () => {
  const { id, order, read, exported } = await shop()
  const open = await order({ status: 'open', receivedMinor: 1_250n, receivedAt: new Date('2026-07-03T08:00:00Z') })
  await credit(id, '2026-07-03', 1_250n, [open.id, 1_250n])
  const executed = await order({ finishedAt: new Date('2026-07-03T08:00:00Z') })
  await credit(id, '2026-07-03', 1_250n, [executed.id, 1_250n])
  const amounts = { executed: '12.50', transferred: '12.50', received: '25.00', net: '25.00' }
  expect((await read()).totals).toEqual([expect.objectContaining(amounts)])
  const lines = (await exported('fec')).text.split('\r\n').filter(line => line.includes('512000'))
  expect(lines.map(line => line.split('\t')[11])).toEqual(['12,50', '12,50'])
  const { text } = await exported('camt054')
  expect(findNoticeFaults(text)).toEqual([])
  expect(text.match(/<Ntry>/g)).toHaveLength(2)
  const references = [...text.matchAll(/<NtryRef>([^<]+)/g)].map(([, reference]) => reference)
  expect(new Set(references).size).toBe(2)
  await db().paymentOrder.update({ where: { id: open.id, ownerId: id }, data: { status: 'confirmed' } })
  const createdAt = new Date('2026-07-01T10:00:00Z')
  await db().paymentAttempt.create({
    data: attemptRow({ orderId: open.id, ownerId: id, status: 'confirmed', createdAt }),
  })
  expect((await read()).totals).toEqual([expect.objectContaining({ transferred: '0.00', net: '12.50' })])
  // The bank gives no answer any more after 35 days.
  setClock(new Date('2026-08-05T11:00:00Z'))
  expect((await read()).totals).toEqual([expect.objectContaining({ transferred: '12.50', net: '25.00' })])
})

const content = {
  language: 'fr',
  customerAddress: ['4 quai'],
  customerNumber: '732829320',
  customerVatNumber: null,
  supplies: 'services',
  suppliedOn: null,
  lines: [{ description: 'Reliure', quantity: '1', unitPrice: '10.416667', vatRate: '20' }],
  vatNote: null,
  note: null,
}

test('an invoice is sold, on its way once a bank executed it, and in the bank once it was read; what is settled is lettered', async () => {
  const { id: organisationId, order, exported } = await shop()
  const made = { organisationId, createdByUserId: randomUUID(), createdAt: new Date('2026-07-01T08:00:00Z') }
  const link = await db().paymentLink.create({ data: { ...made, slug: randomUUID(), title: 'F1', mode: 'test' } })
  const head = {
    customerName: 'Littoral',
    customerEmail: 'c@guichet.example',
    dueOn: new Date('2026-07-31'),
    linkId: link.id,
  }
  const sent = {
    number: 'F2026-0001',
    issuedOn: new Date('2026-07-01'),
    seller: {},
    mode: 'test',
    amountMinor: 1_250n,
  } as const
  const invoice = await db().invoice.create({ data: { ...made, ...head, ...sent, content } })
  const paid = {
    reference: 'F2026-0001',
    link: { connect: { id: link.id } },
    finishedAt: new Date('2026-07-02T08:00:00Z'),
  }
  const { id: orderId } = await order(paid)
  const linesOf = async () => {
    const fec = await exported('fec')
    expect(findFecFaults({ ...fec, name: fec.name.replace('ESSAI-', '') })).toEqual([])
    const rows = fec.text.split('\r\n').slice(1, -1)
    return rows
      .map(row => row.split('\t'))
      .map(row => `${row[3]} ${row[0]} ${row[4]} ${row[6]} ${row[11]}/${row[12]} ${row[14]}`)
  }
  const sale = (settled: string) => [
    `20260701 VE 411000 C732829320 12,50/0,00 ${settled}`,
    '20260701 VE 706000  0,00/10,42 ',
    '20260701 VE 445710  0,00/2,08 ',
  ]
  const payment = (settled: string, arrived: string) => [
    `20260702 GUI 511000  12,50/0,00 ${arrived}`,
    `20260702 GUI 411000 C732829320 0,00/12,50 ${settled}`,
  ]
  expect(await linesOf()).toEqual([...sale('20260702'), ...payment('20260702', '')])
  await credit(organisationId, '2026-07-03', 1_250n, [orderId, 1_250n])
  const bank = ['20260703 BQ 512000  12,50/0,00 ', '20260703 BQ 511000  0,00/12,50 20260703']
  expect(await linesOf()).toEqual([...sale('20260702'), ...payment('20260702', '20260703'), ...bank])
  const { text } = await exported('camt054')
  expect(findNoticeFaults(text)).toEqual([])
  expect(text).toMatch(/<Amt Ccy="EUR">12.50<\/Amt><CdtDbtInd>CRDT<.*<BookgDt><Dt>2026-07-03</)
  expect(text).toContain(`<IBAN>${iban}</IBAN>`)
  const note = { number: 'AV-F2026-0001', issuedOn: new Date('2026-07-04'), amountMinor: 1_250n, invoiceId: invoice.id }
  const credited = { lines: [], byRate: [], net: '10.42', vat: '2.08', total: '12.50', reason: null }
  await db().creditNote.create({ data: { ...made, ...note, content: credited } })
  expect((await linesOf()).slice(-3)).toEqual([
    '20260704 VE 411000 C732829320 0,00/12,50 ',
    '20260704 VE 706000  10,42/0,00 ',
    '20260704 VE 445710  2,08/0,00 ',
  ])
  const back = {
    kind: 'refund',
    refundOfId: orderId,
    finishedAt: new Date('2026-07-05T08:00:00Z'),
  } as const
  await order(back)
  expect(await linesOf()).toEqual([
    ...sale('20260705'),
    ...payment('20260705', '20260703'),
    ...bank,
    '20260704 VE 411000 C732829320 0,00/12,50 20260705',
    '20260704 VE 706000  10,42/0,00 ',
    '20260704 VE 445710  2,08/0,00 ',
    '20260705 GUI 511000  0,00/12,50 ',
    '20260705 GUI 411000 C732829320 12,50/0,00 20260705',
  ])
})

test('a refund is on its way until its debit was read; then its lines are lettered and in the notification, without a balance', async () => {
  const { id: ownerId, order, exported } = await shop()
  const { id: refundOfId } = await order({ finishedAt: new Date('2026-07-02T08:00:00Z') })
  const executed = {
    kind: 'refund',
    refundOfId,
    debtorIban: iban,
    finishedAt: new Date('2026-07-05T08:00:00Z'),
  } as const
  const { id: orderId } = await order(executed)
  const { id: attemptId } = await db().paymentAttempt.create({
    data: attemptRow({ orderId, ownerId, status: 'executed' }),
  })
  const instruction = { attemptId, ownerId, position: 0, amountMinor: 1_250n, currency: 'EUR', remittance: ['Back'] }
  const ids = { instructionId: `I ${orderId}`, endToEndId: 'REFUND-1' }
  await db().paymentInstruction.create({ data: { ...instruction, ...ids } })
  const lettered = async () =>
    (await exported('fec')).text
      .split('\r\n')
      .map(row => row.split('\t'))
      .filter(cells => cells[4] === '511000' || cells[4] === '512000')
      .map(cells => `${cells[3]} ${cells[10]} ${cells[4]} ${cells[11]}/${cells[12]} ${cells[14]}`)
      .filter(row => !row.startsWith('20260702'))
  const { reference } = await db().paymentOrder.findUniqueOrThrow({ where: { id: orderId } })
  expect(await lettered()).toEqual([`20260705 ESSAI Remboursement ${reference} 511000 0,00/12,50 `])
  await db().paymentOrder.update({ where: { id: orderId, ownerId }, data: { debitedOn: new Date('2026-07-06') } })
  expect(await lettered()).toEqual([
    `20260705 ESSAI Remboursement ${reference} 511000 0,00/12,50 20260706`,
    `20260706 ESSAI Débit du remboursement ${reference} 512000 0,00/12,50 `,
    `20260706 ESSAI Débit du remboursement ${reference} 511000 12,50/0,00 20260706`,
  ])
  const fec = await exported('fec')
  expect(findFecFaults({ ...fec, name: fec.name.replace('ESSAI-', '') })).toEqual([])
  const { name, text } = await exported('camt054')
  expect([name, findNoticeFaults(text)]).toEqual(['guichet-settlement-2026-07-camt054.xml', []])
  expect(text).toMatch(/<Amt Ccy="EUR">12.50<\/Amt><CdtDbtInd>DBIT<.*<BookgDt><Dt>2026-07-06<.*REFUND-1/)
  expect(text).not.toContain('<Bal>')
})

test.each(['2026-13', '2026-7', 'july'])('a month that is none is no other month: %s', async month => {
  const { exported, read } = await shop()
  await expect(read(month)).rejects.toMatchObject({ code: 'not_found' })
  await expect(exported('csv', month)).rejects.toMatchObject({ code: 'invalid_input', field: 'month' })
})

test('the organisation’s own account numbers are in its entries, and no other’s', async () => {
  const { id, order, exported, userId } = await shop()
  await order({ finishedAt: new Date('2026-07-01T08:00:00Z') })
  const change = (input: object) =>
    asMember(userId, id, 'books.accounts', changeBookAccounts, BookAccountsInput.parse(input)).then(
      () => null,
      (error: Refused) => error.issues.map(({ field }) => field),
    )
  expect(await change({ bank: '9', transit: 'x' })).toEqual(['bank', 'transit'])
  expect(await change({ transit: '512000' })).toEqual(['transit'])
  expect(await change({ transit: '580 001' })).toBeNull()
  expect((await exported('fec')).text).toContain('\t580001\tVirements à encaisser\t')
  const other = await shop()
  await other.order({ finishedAt: new Date('2026-07-01T08:00:00Z') })
  expect((await other.exported('fec')).text).toContain('\t511000\t')
})

/** An order of 42.00 whose bank executed 10.00 and 20.00 of it as two instructions. */
async function inPart(order: Awaited<ReturnType<typeof shop>>['order'], ownerId: string, status: OrderStatus) {
  const { id } = await order({ status, amountMinor: 4_200n, finishedAt: new Date('2026-07-03T08:00:00Z') })
  const attempt = await db().paymentAttempt.create({
    data: attemptRow({ orderId: id, ownerId, status: 'partly_executed' }),
  })
  const parts = [
    ['E10', 1_000n, 'ACSC'],
    ['E20', 2_000n, 'ACSC'],
    ['E12', 1_200n, 'RJCT'],
  ] as const
  await db().paymentInstruction.createMany({
    data: parts.map(([name, amountMinor, bankStatus], position) => ({
      attemptId: attempt.id,
      ownerId,
      position,
      amountMinor,
      bankStatus,
      currency: 'EUR',
      remittance: [],
      instructionId: `${name} ${id}`,
      endToEndId: `${name} ${id}`,
    })),
  })
  return id
}

test.each<[string, OrderStatus, (string | bigint)[], string, string]>([
  ['nothing', 'partly_executed', [], '30.00', '0.00'],
  ['what the bank executed, by its ids', 'partly_executed', ['E10', 'E20'], '30.00', '0.00'],
  ['what the bank executed, without its ids', 'partly_executed', [2_000n, 1_000n], '30.00', '0.00'],
  ['what the bank executed, in one sum', 'partly_executed', [3_000n], '30.00', '0.00'],
  ['the rest by hand', 'partly_executed', [1_200n], '30.00', '12.00'],
  ['both', 'partly_executed', ['E10', 1_200n, 'E20'], '30.00', '12.00'],
  ['the rest by hand, as much as an instruction', 'partly_executed', ['E10', 'E20', 1_000n], '30.00', '10.00'],
  ['all of it by hand beside what was executed', 'partly_executed', [4_200n, 'E10', 'E20'], '30.00', '42.00'],
  ['all of it', 'executed', [4_200n], '42.00', '0.00'],
  ['all of it twice', 'executed', [4_200n, 4_200n], '42.00', '42.00'],
  ['some of it', 'expired', [4_100n], '0.00', '41.00'],
  ['its money before the bank says so', 'confirmed', [4_200n], '0.00', '0.00'],
])('%s came for an order that is %s', async (_, status, credits, executed, transferred) => {
  const { id, order, read } = await shop()
  const orderId = await inPart(order, id, status)
  for (const one of credits) {
    const amountMinor = typeof one === 'bigint' ? one : BigInt(one.slice(1)) * 100n
    await credit(
      id,
      '2026-07-04',
      amountMinor,
      [orderId, amountMinor],
      typeof one === 'bigint' ? null : `${one} ${orderId}`,
    )
  }
  const { totals } = await read()
  const { executed: paid = '0.00', transferred: byHand = '0.00' } = totals[0] ?? {}
  expect([paid, byHand]).toEqual([executed, transferred])
})

test('a month without payments is empty in every format', async () => {
  const { id, exported } = await shop()
  expect((await exported('csv')).text).toBe(
    'date,currency,executed,by_transfer,received,short,unknown,refunded,net\r\n',
  )
  expect((await exported('fec')).text.split('\r\n')).toHaveLength(2)
  expect((await exported('camt054')).text).toContain('</BkToCstmrDbtCdtNtfctn></Document>')
  const data = { beneficiaryName: 'Librairie', beneficiaryIban: iban }
  await db().organisation.update({ where: { id }, data })
  const { text } = await exported('camt054')
  expect(findNoticeFaults(text)).toEqual([])
  expect(text).not.toContain('<Ntry>')
})
