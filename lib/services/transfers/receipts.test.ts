import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { readReceipt, readReceiptProof } from './receipts.ts'

let userId: string
let orderId: string

/** A person's executed transfer, made as a row. */
beforeEach(async () => {
  userId = (await aPerson({ name: 'Camille Durand' })).userId
  const made = await db().paymentOrder.create({
    data: {
      ownerId: userId,
      ownerKind: 'person',
      kind: 'transfer',
      status: 'executed',
      amountMinor: 123_456n,
      publicId: randomBytes(16).toString('base64url'),
      reference: 'R',
      structuredReference: `RF${randomUUID()}`,
      creditorName: 'Garage Lenoir',
      creditorIban: 'DE89370400440532013000',
      categoryPurpose: 'CASH',
      instructions: [],
      executionDate: new Date('2026-11-20'),
    },
  })
  orderId = made.id
})

/** The two parts of a receipt's address. */
async function partsOf(): Promise<[string, string]> {
  const { address } = await readReceipt({ userId }, orderId)
  const [, , publicId = '', proof = ''] = new URL(address).pathname.split('/')
  return [publicId, proof]
}

test('anyone with a receipt’s address sees amount, day and status, and no full name or account', async () => {
  const proof = await readReceiptProof(...(await partsOf()))
  expect(proof).toEqual({
    state: 'executed',
    amount: { amount: '1234.56', currency: 'EUR' },
    day: '2026-11-20',
    bankName: null,
    payer: 'C••• D•••',
    payee: 'G••• L•••',
    payeeAccount: expect.stringMatching(/^DE89 .*3000$/),
  })
  expect(JSON.stringify(proof)).not.toMatch(/Lenoir|Durand|0440/)
})

test('the status is the current one, not that on the receipt', async () => {
  const parts = await partsOf()
  await db().paymentOrder.update({ where: { id: orderId, ownerId: userId }, data: { status: 'cancelled' } })
  expect((await readReceiptProof(...parts))?.state).toBe('withdrawn')
})

test('an address that is guessed, changed, or of another or no transfer confirms nothing', async () => {
  const [publicId, proof] = await partsOf()
  const other = await db().paymentOrder.findFirstOrThrow({ where: { id: orderId, ownerId: userId } })
  const changed = `${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`
  for (const [id, sign] of [
    [publicId, ''],
    [publicId, changed],
    [publicId, `${proof}A`],
    [publicId, other.publicId],
    [other.id, proof],
    [randomBytes(16).toString('base64url'), proof],
  ] as const)
    expect(await readReceiptProof(id, sign)).toBeNull()
})

test('a receipt is only for its sender, and after their erasure nothing confirms it', async () => {
  await expect(readReceipt({ userId: randomUUID() }, orderId)).rejects.toMatchObject({ code: 'not_found' })
  const parts = await partsOf()
  await db().user.delete({ where: { id: userId } })
  expect(await readReceiptProof(...parts)).toBeNull()
})
