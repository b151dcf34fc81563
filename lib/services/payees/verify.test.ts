import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { makeIban } from '@guichet/sandbox/people/iban.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { emptyTransfer } from '#lib/domain/payments/transfer/form.ts'
import { eraseEverything } from '#lib/services/data-rights/erase-everything.ts'
import { exportEverything } from '#lib/services/data-rights/export-everything.ts'
import { changeBeneficiary, checkBeneficiary } from '#lib/services/merchant/beneficiary.ts'
import { createOrganisation, readOrganisation } from '#lib/services/merchant/organisations.ts'
import { addPayee, checkPayee, listPayees } from '#lib/services/transfers/payees.ts'
import { readTransfer } from '#lib/services/transfers/read.ts'
import { readDraft, sendTransfer, storeDraft, verifyDraft } from '#lib/services/transfers/send.ts'
import { company } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { openStack } from '#testing/stack/open.ts'
import { newRead, newVisitor, presence } from '#testing/stack/start.ts'
import { findVerification, verifyPayee } from './verify.ts'

/** Verification of payee with a real database and the bank's responder over mutual TLS. */
const stack = openStack()
const { wire } = stack
const julien = makeIban('19872', '00175', '00254910066')
let userId: string

beforeAll(async () => {
  userId = (await newRead()).userId
})
beforeEach(() => wire.tap(undefined, { bankCode: '19872' }))
afterEach(async () => {
  await db().rateLimit.deleteMany()
  await db().payeeVerification.deleteMany()
})

const verify = (name: string, iban = julien, asking = userId) =>
  verifyPayee({ ownerId: asking, ownerKind: 'person' }, { iban, name }, { userId: asking, presence })

describe('the payee’s bank', () => {
  test.each([
    ['Julien Mercier', 'match', null],
    ['Mercier Julien', 'match', null],
    ['J. Mercier', 'close_match', 'JULIEN MERCIER'],
    ['Zoé Lefèvre', 'no_match', null],
  ] as const)('%s: %s', async (name, answer, matchedName) => {
    expect(await verify(name)).toMatchObject({ answer, matchedName, source: 'bank' })
    expect(wire.sent).toHaveLength(1)
  })

  test('no account of this bank: not possible', async () => {
    expect(await verify('Julien Mercier', makeIban('19872', '00175', '00000000001'))).toMatchObject({
      answer: 'not_possible',
      matchedName: null,
    })
  })

  test('a bank that we don’t know is not asked: not possible', async () => {
    expect(await verify('Garage Lenoir', 'DE89370400440532013000')).toMatchObject({ answer: 'not_possible' })
    expect(wire.sent).toHaveLength(0)
  })

  test('the call is in the person’s access log, without IBAN and name', async () => {
    await verify('Julien Mercier')
    const call = await db().bankCall.findFirst({ where: { userId, operation: 'payees.verify' } })
    expect(call).toMatchObject({ status: 200, attended: true, path: '/vop/v1/payee-verifications' })
  })
})

describe('a bank that doesn’t answer', () => {
  test.each([
    ['no answer', 'lost_after'],
    ['a refusal', { status: 503 }],
    ['another answer than the four', { status: 200, body: { partyNameMatch: 'YES' } }],
    ['a close match without a name', { status: 200, body: { partyNameMatch: 'CMTC' } }],
  ] as const)('%s: not possible, and the person goes on', async (_, fault) => {
    await wire.tap(() => fault, { bankCode: '19872' })
    expect(await verify('Julien Mercier')).toMatchObject({ answer: 'not_possible', matchedName: null })
  })

  test('because it was asked too often: that is said', async () => {
    await wire.tap(() => ({ status: 429 }), { bankCode: '19872' })
    expect(await verify('Julien Mercier')).toMatchObject({ answer: 'asked_too_often', matchedName: null })
  })
})

describe('a list of names and initials', () => {
  test('is not asked about', async () => {
    const asked = [...'abcdefghijklmnopqrstuvwxyz', 'martin', 'mercier'].join(' ')
    expect(await verify(asked)).toMatchObject({ answer: 'too_many_words', matchedName: null })
    expect(wire.sent).toHaveLength(0)
  })

  test('and one that is short enough gives no name away', async () => {
    expect((await verify('J. Bernard Martin Mercier')).answer).toBe('no_match')
  })
})

describe('wrong names of others', () => {
  // The bank's own limit has tests of its own.
  beforeEach(() => wire.tap(() => ({ status: 200, body: { partyNameMatch: 'NMTC' } }), { bankCode: '19872' }))
  const strangers = async (count: number) => Promise.all(Array.from({ length: count }, newVisitor))

  test('by three accounts leave the others their answer', async () => {
    for (const { userId: stranger } of await strangers(3))
      for (const letter of ['A', 'B', 'C', 'D', 'E']) await verify(`${letter} ${stranger}`, julien, stranger)
    expect(await verify('Zoé Lefèvre')).toMatchObject({ answer: 'no_match' })
    expect(wire.sent.length).toBeLessThanOrEqual(9)
  })

  test('by many accounts end in a warning, never in silence; a name asked about today is answered', async () => {
    const [first, ...others] = await strangers(8)
    await verify('Zoé Lefèvre', julien, first?.userId)
    for (const { userId: stranger } of others) await verify(`A ${stranger}`, julien, stranger)
    expect(await verify('Julien Mercier')).toMatchObject({ answer: 'asked_too_often', matchedName: null })
    expect(await verify('Zoé Lefèvre')).toMatchObject({ answer: 'no_match' })
  })
})

describe('an answer', () => {
  test('of the last day is reused; a day later the bank is asked again', async () => {
    const first = await verify('Julien Mercier')
    expect(await verify('Julien Mercier')).toEqual(first)
    expect(wire.sent).toHaveLength(1)
    setClock(new Date(now().getTime() + 24 * 3_600_000))
    expect(Date.parse((await verify('Julien Mercier')).verifiedAt)).toBeGreaterThan(Date.parse(first.verifiedAt))
  })

  test('belongs to its owner alone', async () => {
    await verify('Julien Mercier')
    expect(await findVerification(randomUUID(), { iban: julien, name: 'Julien Mercier' })).toBeNull()
  })

  test('after four names of an account there is none for the day', async () => {
    await wire.tap(() => ({ status: 200, body: { partyNameMatch: 'NMTC' } }), { bankCode: '19872' })
    for (const letter of ['A', 'B', 'C', 'D']) expect((await verify(`${letter} X`)).answer).toBe('no_match')
    expect((await verify('J. Mercier')).answer).toBe('asked_too_often')
    expect(wire.sent).toHaveLength(4)
  })
})

describe('an account that is linked', () => {
  const camille = async () => {
    const row = await db().account.findFirstOrThrow({ where: { userId, iban: { not: null }, kind: 'account' } })
    return row.iban ?? ''
  }

  test('by the same person: its bank’s owners answer, and nothing is sent', async () => {
    await wire.tap()
    const iban = await camille()
    expect(await verify('Camille Bernard', iban)).toMatchObject({ answer: 'match', source: 'own_account' })
    expect(await verify('Zoé Lefèvre', iban)).toMatchObject({ answer: 'no_match', source: 'own_account' })
    expect(wire.sent).toHaveLength(0)
  })

  test('whose bank does not say who holds it: the payee’s bank answers; without an answer that is said, never another holder', async () => {
    await wire.tap()
    const iban = await camille()
    const before = await db().account.findFirstOrThrow({ where: { userId, iban, kind: 'account' } })
    const where = { id: before.id }
    await db().account.update({ where, data: { owners: { persons: [], company: null }, usage: 'ORGA' } })
    expect(await verify('Zoé Lefèvre', iban)).toMatchObject({ answer: 'no_match', source: 'bank' })
    expect(wire.sent).toHaveLength(1)
    await wire.tap(() => ({ status: 503 }))
    expect(await verify('Camille Bernard', iban)).toMatchObject({
      answer: 'holder_unknown',
      matchedName: 'CAMILLE BERNARD',
      source: 'own_account',
    })
    await db().account.update({ where, data: { owners: before.owners ?? {}, usage: before.usage } })
  })

  test('by somebody else is never looked at: the bank answers', async () => {
    await wire.tap()
    const stranger = (await newVisitor()).userId
    const iban = await camille()
    expect(await verify('Camille Bernard', iban, stranger)).toMatchObject({ answer: 'match', source: 'bank' })
    expect(wire.sent).toHaveLength(1)
  })
})

describe('a payee and a transfer', () => {
  const input = { name: 'J. Mercier', iban: julien, bic: '' }

  test('the payee keeps answer and date; a fault of the form is named first', async () => {
    expect(await checkPayee({ userId }, input, presence)).toMatchObject({ answer: 'close_match' })
    await addPayee({ userId }, input)
    const [payee] = await listPayees({ userId })
    expect(payee?.verification).toMatchObject({ answer: 'close_match', matchedName: 'JULIEN MERCIER' })
    await expect(checkPayee({ userId }, { ...input, iban: 'FR00' }, presence)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'iban.iban_invalid',
    })
  })

  test('the summary shows it, the order keeps it, whatever the answer; the archive has both', async () => {
    const account = await db().account.findFirstOrThrow({ where: { userId, features: { has: 'SCT' } } })
    const draftId = await storeDraft({ userId }, null, {
      ...emptyTransfer({ accountId: account.id, bankCode: null, locale: 'fr' }),
      to: 'new',
      name: 'Zoé Lefèvre',
      iban: julien,
      payments: [{ amount: '12,34', remittance: '' }],
    })
    expect((await readDraft({ userId }, draftId)).verification).toBeNull()
    expect((await verifyDraft({ userId }, draftId, presence)).verification).toMatchObject({ answer: 'no_match' })
    expect((await readDraft({ userId }, draftId)).verification).toMatchObject({ answer: 'no_match' })
    const { orderId } = await sendTransfer({ userId }, draftId, { authenticatedAt: now() }, presence)
    const { order } = await readTransfer({ userId }, orderId)
    expect(order.verification).toMatchObject({ answer: 'no_match', matchedName: null })
    const { payeeVerifications, transfers } = JSON.parse(await text(exportEverything({ userId })))
    expect(payeeVerifications).toMatchObject([{ iban: julien, name: 'Zoé Lefèvre', answer: 'no_match' }])
    expect(transfers).toMatchObject([{ payeeAnswer: 'no_match' }])
  })

  test('erasing the person erases them', async () => {
    const gone = (await newVisitor()).userId
    await verify('Julien Mercier', julien, gone)
    await eraseEverything({ userId: gone }, { authenticatedAt: now() }, presence)
    expect(await db().payeeVerification.count({ where: { ownerId: gone } })).toBe(0)
  })
})

describe('an organisation’s account', () => {
  const input = { ...company, name: 'Apple Store', legalName: 'Mercier Conseil' }

  test('the answer is shown before it is set, kept for every member, and prevents nothing', async () => {
    const { id } = await createOrganisation({ userId }, input)
    const account = { name: 'Apple Store', iban: julien, bic: '' }
    const said = await asMember(userId, id, 'beneficiary.verify', checkBeneficiary, account, presence)
    expect(said).toMatchObject({ answer: 'no_match', matchedName: null, source: 'bank' })
    await asMember(userId, id, 'beneficiary.change', changeBeneficiary, account)
    const { beneficiary } = await asMember(userId, id, 'organisation.read', readOrganisation)
    expect(beneficiary).toMatchObject({ name: 'Apple Store', verification: said })
  })

  test('another name has no verification yet', async () => {
    const { id } = await createOrganisation({ userId }, input)
    const account = { name: 'Julien Mercier', iban: julien, bic: '' }
    await asMember(userId, id, 'beneficiary.change', changeBeneficiary, account)
    const { beneficiary } = await asMember(userId, id, 'organisation.read', readOrganisation)
    expect(beneficiary?.verification).toBeNull()
  })
})
