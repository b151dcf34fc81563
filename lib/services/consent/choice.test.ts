import { createHash } from 'node:crypto'
import { type ConsentChoice, canonicalChoice, consentKinds, nothing } from '@guichet/stet/terms/consent-choice.ts'
import type { WireRequest } from '@guichet/stet/transport.ts'
import { describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { readAccount } from '#lib/services/accounts/read.ts'
import { listBankCalls, readConnection } from '#lib/services/connections/read.ts'
import { readHome } from '#lib/services/home/read.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import type { ConsentChoiceInput } from '#lib/views/consent.ts'
import { people } from '#testing/bank/customers.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { choiceOf, consent, type Fault, newLinked, newVisitor, presence } from '#testing/stack/start.ts'
import { compareConsent, readMatrix, sendConsent, storeConsentAgain } from './choice.ts'
import { findUnansweredConsents, finishConsent, startSending } from './sending.ts'

const { wire } = openStack()

const isConsent = ({ target }: WireRequest) => target.endsWith('/consents')
const consents = () => wire.sent.filter(isConsent)
const all = { balances: true, transactions: true, owners: true, overdrafts: true }

/** The choice in a body of `PUT /consents`. */
function choiceIn(request: WireRequest | undefined): ConsentChoice {
  const body: Record<string, { iban: string }[]> & { psuIdentity?: boolean } = JSON.parse(request?.body ?? '{}')
  const ibans = new Set(consentKinds.flatMap(kind => (body[kind] ?? []).map(({ iban }) => iban)))
  const has = (kind: string, iban: string) => (body[kind] ?? []).some(entry => entry.iban === iban)
  return {
    accounts: [...ibans].map(iban => ({
      iban,
      balances: has('balances', iban),
      transactions: has('transactions', iban),
      owners: has('owners', iban),
      overdrafts: has('overdrafts', iban),
    })),
    psuIdentity: body.psuIdentity === true,
  }
}

const hashOf = (choice: ConsentChoice) => createHash('sha256').update(canonicalChoice(choice)).digest('hex')

describe('the matrix', () => {
  test('has a row per IBAN in the bank’s order, without ticks before the first consent', async () => {
    const { userId, connectionId } = await newLinked()
    const matrix = await readMatrix({ userId }, connectionId)
    expect(matrix).toMatchObject({ version: 0, psuIdentity: false })
    expect(matrix.rows.length).toBeGreaterThan(1)
    for (const { current, iban } of matrix.rows) {
      expect(current).toEqual(nothing)
      expect(iban).toMatch(/^FR76\d{5}/)
    }
  })

  test('groups currencies under their IBAN and shows cards under it once they are listed', async () => {
    const julien = await newLinked(people.julien)
    const currencies = (await readMatrix(julien, julien.connectionId)).rows.map(row => row.currencies)
    expect(currencies.flat().sort()).toEqual(['EUR', 'USD'])
    expect(currencies).toHaveLength(1)
    const sophie = await newLinked(people.sophie)
    await consent(sophie.visitor, sophie.connectionId)
    await refreshConnection(sophie, sophie.connectionId, presence)
    const { rows } = await readMatrix(sophie, sophie.connectionId)
    expect(rows.flatMap(({ cards }) => cards)).not.toEqual([])
  })

  test('of somebody else is not found', async () => {
    const { connectionId } = await newLinked(people.ines)
    const { userId } = await newVisitor()
    await expect(readMatrix({ userId }, connectionId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(compareConsent({ userId }, connectionId, choiceOf([], all))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('what is sent', () => {
  test('is what was shown: one hash on the page, in the row and on the wire (C21)', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    const [first = '', second = ''] = ibans
    const choice: ConsentChoiceInput = {
      accounts: [
        { iban: second, ...all },
        { iban: first, ...nothing, balances: true },
      ],
      psuIdentity: true,
    }
    const shown = await compareConsent({ userId }, connectionId, choice)
    expect(shown).toMatchObject({ identity: 'added', removed: [], kept: 0, empty: false })
    expect(shown.added.map(({ iban, kinds }) => [iban, kinds.length])).toEqual(
      expect.arrayContaining([
        [first, 1],
        [second, 4],
      ]),
    )
    await wire.tap()
    await sendConsent({ userId }, connectionId, { choice, hash: shown.hash, version: 0 }, presence)
    const row = await db().consent.findFirstOrThrow({ where: { connectionId } })
    expect(row).toMatchObject({ version: 1, status: 'accepted', choiceHash: shown.hash, bankStatus: 201 })
    expect(hashOf(choiceIn(consents()[0]))).toBe(shown.hash)
    expect(consents()[0]?.headers['x-request-id']).toBe(row.requestId)
    expect(consents()[0]?.headers['psu-ip-address']).toBe(presence.ipAddress)
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'active', consent: { version: 1 } })
    const again = { choice, hash: shown.hash, version: 0 }
    expect(await sendConsent({ userId }, connectionId, again, presence)).toEqual({ version: 1 })
    expect(consents()).toHaveLength(1)
  })

  test('is refused if it is not what was shown, or not for the version it was shown for', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    const choice = choiceOf(ibans, all)
    const { hash } = await compareConsent({ userId }, connectionId, choiceOf(ibans, { ...all, owners: false }))
    const changed = { code: 'consent_changed_meanwhile' }
    await wire.tap()
    await expect(sendConsent({ userId }, connectionId, { choice, hash, version: 0 }, presence)).rejects.toMatchObject(
      changed,
    )
    await consent(visitor, connectionId)
    const stale = { choice, hash: hashOf(choice), version: 0 }
    await expect(sendConsent({ userId }, connectionId, stale, presence)).rejects.toMatchObject(changed)
    expect(consents()).toHaveLength(1)
  })

  test('can’t name an IBAN of another login', async () => {
    const { userId, connectionId } = await newLinked()
    const choice = choiceOf(['FR7630006000011234567890189'], all)
    const refusal = { code: 'invalid_input', field: 'choice.accounts.0.iban' }
    const sent = sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 0 }, presence)
    await expect(sent).rejects.toMatchObject(refusal)
  })

  test('is serialised: of two confirmations in parallel, one wins (L9)', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    const [one, other] = [choiceOf(ibans, all), choiceOf(ibans, { balances: true })]
    await wire.tap()
    const results = await Promise.allSettled(
      [one, other].map(choice =>
        sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 0 }, presence),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(consents()).toHaveLength(1)
    const row = await db().consent.findFirstOrThrow({ where: { connectionId } })
    expect(hashOf(choiceIn(consents()[0]))).toBe(row.choiceHash)
  })
})

describe('unticking', () => {
  test('deletes what is no longer allowed, as announced, and nothing else', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId)
    await refreshConnection({ userId }, connectionId, presence)
    const [first = '', ...others] = ibans
    const narrower: ConsentChoiceInput = {
      accounts: [{ iban: first, ...nothing, balances: true }, ...others.map(iban => ({ iban, ...all }))],
      psuIdentity: false,
    }
    const before = await readConnection({ userId }, connectionId)
    expect(before.psuName).not.toBeNull()
    const [firstAccount] = before.accounts
    const accountId = firstAccount?.id ?? ''
    const had = await db().transaction.count({ where: { accountId } })
    const othersHad = await db().transaction.count({ where: { userId, accountId: { not: accountId } } })
    const shown = await compareConsent({ userId }, connectionId, narrower)
    expect(shown.purges).toEqual({ transactions: had, balances: 0, owners: 1, overdrafts: 1, identity: 1 })
    expect(shown.removed).toMatchObject([{ iban: first, kinds: ['transactions', 'owners', 'overdrafts'] }])
    await consent(visitor, connectionId, narrower)
    const after = await readConnection({ userId }, connectionId)
    expect(after.psuName).toBeNull()
    expect(await db().psuIdentity.count({ where: { userId } })).toBe(0)
    const account = await readAccount({ userId }, accountId)
    expect(account).toMatchObject({ owners: null, overdraft: null })
    expect(account.balances.length).toBeGreaterThan(0)
    expect(await db().transaction.count({ where: { accountId } })).toBe(0)
    expect(await db().transaction.count({ where: { userId } })).toBe(othersHad)
  })

  test('stops reading at once, before the bank has answered', async () => {
    const { visitor, userId, connectionId } = await newLinked()
    await consent(visitor, connectionId)
    await wire.tap(async (request): Promise<Fault> => {
      if (!isConsent(request)) return 'none'
      expect(await db().account.count({ where: { connectionId, mayTransactions: true } })).toBe(0)
      return 'none'
    })
    await consent(visitor, connectionId, { accounts: [], psuIdentity: false })
    expect(consents()).toHaveLength(1)
    expect(await db().account.count({ where: { userId, connectionId, mayBalances: true } })).toBe(0)
  })
})

describe('a bank that', () => {
  test('stores it without answering gets the same version again, and has exactly that one (L8)', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    let losses = 0
    await wire.tap(request => (isConsent(request) && losses++ < 1 ? 'lost_after' : 'none'))
    const choice = choiceOf(ibans, all)
    await sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 0 }, presence)
    expect(consents().map(choiceIn).map(hashOf)).toEqual([hashOf(choice), hashOf(choice)])
    const rows = await db().consent.findMany({ where: { connectionId } })
    expect(rows.map(({ version, status }) => [version, status])).toEqual([[1, 'accepted']])
  })

  test('stays silent leaves the version to be sent again by the person or a task (L8, L10)', async () => {
    for (const again of ['person', 'job'] as const) {
      const { userId, connectionId, ibans } = await newLinked()
      const choice = choiceOf(ibans, all)
      const input = { choice, hash: hashOf(choice), version: 0 }
      await wire.tap(request => (isConsent(request) ? { status: 503 } : 'none'))
      expect(await codeOf(sendConsent({ userId }, connectionId, input, presence))).toBe('bank_unavailable')
      // As often as the person's patience lasts, three times at most.
      expect([1, 2, 3]).toContain(consents().length)
      expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'choosing' })
      wire.restore()
      if (again === 'person')
        expect(await sendConsent({ userId }, connectionId, input, presence)).toEqual({ version: 1 })
      else {
        await db().consent.updateMany({ where: { connectionId }, data: { sentAt: new Date(0) } })
        const found = async () => (await findUnansweredConsents()).map(({ id }) => id)
        expect(await found()).toContain(connectionId)
        const where = { bankCode: '19870' }
        const down = { breaker: 'open', downSince: now(), retryAt: new Date(now().getTime() + 60_000) } as const
        await db().bankHealth.upsert({ where, create: { ...where, ...down }, update: down })
        expect(await found(), 'before the bank may be asked').not.toContain(connectionId)
        await db().bankHealth.updateMany({ where, data: { retryAt: new Date(now().getTime() - 1) } })
        expect(await found()).toContain(connectionId)
        await db().bankHealth.deleteMany({ where })
        await wire.tap()
        await finishConsent(connectionId)
        expect(consents()[0]?.headers).not.toHaveProperty('psu-ip-address')
        wire.restore()
      }
      expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'active', consent: { version: 1 } })
    }
  })

  test('got a newer version meanwhile is never sent the older one (L9)', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    const [older, newer] = [choiceOf(ibans, all), choiceOf(ibans, { balances: true })]
    await wire.tap(request => (isConsent(request) ? { status: 503 } : 'none'))
    const first = sendConsent({ userId }, connectionId, { choice: older, hash: hashOf(older), version: 0 }, presence)
    await expect(first).rejects.toMatchObject({ code: 'bank_unavailable' })
    wire.restore()
    await wire.tap()
    await sendConsent({ userId }, connectionId, { choice: newer, hash: hashOf(newer), version: 1 }, presence)
    await finishConsent(connectionId)
    expect(consents().map(choiceIn).map(hashOf)).toEqual([hashOf(newer)])
  })

  test('took a withdrawal without answering gets that again with a new grant, not the consent before', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId)
    const choice = choiceOf(ibans, { balances: true })
    await wire.tap(request => (isConsent(request) ? { status: 503 } : 'none'))
    const sent = sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 1 }, presence)
    await expect(sent).rejects.toMatchObject({ code: 'bank_unavailable' })
    wire.restore()
    await wire.tap()
    await db().$transaction(tx => storeConsentAgain(tx, { userId, connectionId }))
    await finishConsent(connectionId, presence)
    expect(consents().map(choiceIn).map(hashOf)).toEqual([hashOf(choice)])
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ consent: { version: 2 } })
    expect(await db().account.count({ where: { connectionId, mayTransactions: true } })).toBe(0)
  })

  test('is asked too often is asked again: the choice waits, and the task leaves it alone for a minute', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId)
    await wire.tap(request => (isConsent(request) ? { status: 429, body: { status: 429, message: 'TMRQ' } } : 'none'))
    const choice = choiceOf(ibans, { balances: true })
    const input = { choice, hash: hashOf(choice), version: 1 }
    expect(await codeOf(sendConsent({ userId }, connectionId, input, presence))).toBe('bank_asked_too_often')
    expect(await db().account.count({ where: { connectionId, mayTransactions: true } })).toBe(0)
    const isDue = async () => {
      await db().consent.updateMany({ where: { connectionId, status: 'sent' }, data: { sentAt: new Date(0) } })
      return (await findUnansweredConsents()).some(({ id }) => id === connectionId)
    }
    expect(await isDue()).toBe(true)
    await finishConsent(connectionId)
    expect(await isDue()).toBe(false)
    await wire.tap()
    expect(await sendConsent({ userId }, connectionId, input, presence)).toEqual({ version: 2 })
    expect(await db().account.count({ where: { connectionId, mayBalances: true } })).toBe(ibans.length)
  })

  test('gives no token is not asked for one again and again', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId)
    await db().connection.update({ where: { id: connectionId }, data: { accessExpiresAt: new Date(0) } })
    const isToken = ({ target }: WireRequest) => target.endsWith('/token')
    await wire.tap(request => (isToken(request) ? { status: 429, body: { error: 'slow_down' } } : 'none'))
    const choice = choiceOf(ibans, { balances: true })
    await codeOf(sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 1 }, presence))
    setClock(new Date(Date.now() + 31_000))
    for (let round = 0; round < 3; round++) {
      for (const { id } of await findUnansweredConsents()) await finishConsent(id)
    }
    expect(wire.sent.filter(isToken)).toHaveLength(2)
  })

  test('refuses changes nothing: the consent before stays in force', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId)
    const refusal = { status: 403, body: { status: 403, message: 'NGAC' } }
    await wire.tap(request => (isConsent(request) ? refusal : 'none'))
    const choice = choiceOf(ibans, { balances: true })
    const sent = sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 1 }, presence)
    await expect(sent).rejects.toMatchObject({ code: 'bank_refused', bankCode: 'NGAC' })
    expect(consents()).toHaveLength(1)
    const matrix = await readMatrix({ userId }, connectionId)
    expect(matrix.rows.every(({ current }) => current.transactions)).toBe(true)
    expect(await db().account.count({ where: { connectionId, mayTransactions: true } })).toBe(matrix.rows.length)
    expect(matrix.version).toBe(2)
  })

  test('refuses the older of two leaves the newer one’s narrower permissions alone', async () => {
    const { visitor, userId, connectionId, ibans } = await newLinked()
    await consent(visitor, connectionId)
    const owner = { userId, connectionId }
    const [older, newer] = [choiceOf(ibans, all), choiceOf(ibans, { balances: true })]
    const refusal = { status: 403, body: { status: 403, message: 'NGAC' } }
    await wire.tap(async (request): Promise<Fault> => {
      if (!isConsent(request)) return 'none'
      // Its process counts as dead, and the person chooses again.
      await db().connection.update({ where: { id: connectionId }, data: { consentLeaseUntil: new Date(0) } })
      await startSending(owner, { choice: newer, choiceHash: hashOf(newer), version: 2 })
      return refusal
    })
    const sent = sendConsent({ userId }, connectionId, { choice: older, hash: hashOf(older), version: 1 }, presence)
    await expect(sent).rejects.toMatchObject({ code: 'bank_refused' })
    expect(await db().account.count({ where: { connectionId, mayTransactions: true } })).toBe(0)
  })

  test('cannot record (NIMP) says that the bank can’t be linked, and never to finish linking it', async () => {
    const { userId, connectionId, ibans } = await newLinked()
    const refusal = { status: 501, body: { status: 501, message: 'NIMP' } }
    await wire.tap(request => (isConsent(request) ? refusal : 'none'))
    const choice = choiceOf(ibans, { balances: true })
    const asked = async () => (await readHome({ userId })).attention.map(({ kind }) => kind)
    expect(await asked()).toEqual(['finish_consent'])
    const sent = sendConsent({ userId }, connectionId, { choice, hash: hashOf(choice), version: 0 }, presence)
    await expect(sent).rejects.toMatchObject({ code: 'bank_refused', bankCode: 'NIMP' })
    expect(await asked()).toEqual(['cannot_link'])
  })
})

test('the access log shows each sending, and no IBAN (C50)', async () => {
  const { visitor, userId, connectionId, ibans } = await newLinked()
  await consent(visitor, connectionId)
  const { calls } = await listBankCalls({ userId }, connectionId)
  expect(calls.map(({ operation }) => operation).sort()).toEqual(['accounts.list', 'consents.put', 'oauth.exchange'])
  for (const iban of ibans) expect(JSON.stringify(calls)).not.toContain(iban)
})
