import { beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { codeTriesLimit, handoffLifeMs } from '#lib/domain/consent/handoff.ts'
import { quarantineMs } from '#lib/domain/consent/link.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { authorizeAs } from '#testing/bank/screens.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { comeBack, newVisitor, presence } from '#testing/stack/start.ts'
import {
  beginOnPhone,
  cancelHandoff,
  confirmHandoff,
  qrAddressOf,
  readForPhone,
  readHandoff,
  showPhoneCode,
  startHandoff,
  sweepHandoffs,
} from './app-to-app.ts'
import { sweepQuarantine } from './link-sweeps.ts'

const stack = openStack()
const { wire } = stack
const { camille, thomas } = people
const bankCode = camille.bankCode
beforeAll(async () => {
  await db().bank.update({ where: { code: bankCode }, data: { appToApp: true } })
})

type Computer = { userId: string; sessionId: string }
const tokenIn = (address: string | null) => address?.split('/').at(-1) ?? ''
const later = (ms: number) => setClock(new Date(Date.now() + ms))

/** Shows the code on the computer and returns it. */
async function shown(computer: Computer) {
  const id = await startHandoff(computer, bankCode)
  return { id, token: tokenIn(await qrAddressOf(computer, id)) }
}

/** A phone without a session goes to the bank and comes back with the secret of its callback. */
async function phoneReturns(token: string, person: Person = camille) {
  const back = await authorizeAs(person, new URL(await beginOnPhone(token)), 'approve')
  const { flowId, claimSecret, next } = await comeBack(back, null)
  return { flowId: flowId ?? '', claimSecret, next }
}

async function atCode() {
  const computer = await newVisitor()
  const { id, token } = await shown(computer)
  const phone = await phoneReturns(token)
  return { computer, id, phone, code: (await showPhoneCode(phone.flowId, phone.claimSecret)) ?? '' }
}

describe('from a computer to a phone and back', () => {
  test('the code that the phone shows makes the connection, on the computer', async () => {
    const computer = await newVisitor()
    const { userId } = computer
    const { id, token } = await shown(computer)
    expect(await readHandoff({ userId }, id)).toMatchObject({ status: 'waiting', connectionId: null })
    const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
    expect(await readForPhone(token)).toMatchObject({ asker: `${email[0]}…@guichet.example`, appToApp: true })

    const address = await beginOnPhone(token)
    expect(new URL(address).origin).toBe(new URL(stack.running.screensUrlOf(bankCode)).origin)
    expect(await readHandoff({ userId }, id)).toMatchObject({ status: 'at_bank' })
    const back = await authorizeAs(camille, new URL(address), 'approve')
    const { flowId, claimSecret, next } = await comeBack(back, null)
    expect(next).toBe('resume')
    expect(await readHandoff({ userId }, id)).toMatchObject({ status: 'code_needed', connectionId: null, triesLeft: 5 })

    const code = await showPhoneCode(flowId ?? '', claimSecret)
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(await showPhoneCode(flowId ?? '', claimSecret), 'the same after a reload').toBe(code)
    const { connectionId } = await confirmHandoff(computer, { id, code: code?.toLowerCase() ?? '', presence })
    expect(await readHandoff({ userId }, id)).toMatchObject({ status: 'done', connectionId })
    expect(await db().connection.findFirst({ where: { id: connectionId, userId } })).toMatchObject({ bankCode })
  })

  test('a phone signed in as the same person needs no code', async () => {
    const computer = await newVisitor()
    const { id, token } = await shown(computer)
    const back = await authorizeAs(camille, new URL(await beginOnPhone(token)), 'approve')
    expect(await comeBack(back, { userId: computer.userId, sessionId: 'phone' })).toMatchObject({ next: 'consent' })
    expect(await readHandoff(computer, id)).toMatchObject({ status: 'done' })
  })

  test('a refusal at the bank is shown on the computer', async () => {
    const computer = await newVisitor()
    const { id, token } = await shown(computer)
    await comeBack(await authorizeAs(camille, new URL(await beginOnPhone(token)), 'refuse'), null)
    expect(await readHandoff(computer, id)).toMatchObject({ status: 'failed', failure: 'refused_by_person' })
  })
})

describe('a QR code sent to a victim', () => {
  test('gives the sender nothing without the code that only the victim’s phone shows', async () => {
    const sender = await newVisitor()
    const { id, token } = await shown(sender)
    const { flowId } = await phoneReturns(token, thomas)
    await expect(confirmHandoff(sender, { id, code: '', presence })).rejects.toMatchObject({ code: 'wrong_code' })
    expect(await showPhoneCode(flowId, null), 'not without the callback’s secret').toBeNull()
    expect(await showPhoneCode(flowId, 'guessed')).toBeNull()
    expect(await db().connection.count({ where: { userId: sender.userId } })).toBe(0)
  })

  test('five wrong codes end the handoff, even if the sixth is right, and the grant is revoked at the bank', async () => {
    const { computer, id, code } = await atCode()
    for (let guess = 0; guess < codeTriesLimit; guess += 1) {
      expect(await codeOf(confirmHandoff(computer, { id, code: '2222-2222', presence }))).toBe('wrong_code')
    }
    await expect(confirmHandoff(computer, { id, code, presence })).rejects.toMatchObject({ code: 'too_many_tries' })
    expect(await readHandoff(computer, id)).toMatchObject({ status: 'failed', triesLeft: 0 })
    await wire.tap()
    later(quarantineMs + 1_000)
    await sweepQuarantine()
    wire.restore()
    expect(wire.sent.filter(({ target }) => target.endsWith('/oauth/revoke')).length).toBeGreaterThan(0)
  })

  test('wrong codes sent in parallel are limited to five as well', async () => {
    const { computer, id } = await atCode()
    const guesses = Array.from({ length: 20 }, () => confirmHandoff(computer, { id, code: 'ZZZZ-ZZZZ', presence }))
    const codes = (await Promise.allSettled(guesses)).map(guess => guess.status === 'rejected' && guess.reason.code)
    expect(codes.filter(code => code === 'wrong_code')).toHaveLength(codeTriesLimit)
  })

  test('the code of one link flow does not work for another', async () => {
    const [one, other] = [await atCode(), await atCode()]
    expect(await codeOf(confirmHandoff(one.computer, { id: one.id, code: other.code, presence }))).toBe('wrong_code')
  })
})

describe('access', () => {
  test('another browser of the same person neither shows the QR code nor takes the code', async () => {
    const { computer, id, code } = await atCode()
    const elsewhere = { ...computer, sessionId: '00000000-0000-4000-8000-000000000000' }
    await expect(confirmHandoff(elsewhere, { id, code, presence })).rejects.toMatchObject({ code: 'not_found' })
    const fresh = await startHandoff(computer, bankCode)
    expect(await qrAddressOf(elsewhere, fresh)).toBeNull()
  })

  test('somebody else finds nothing', async () => {
    const { id, code } = await atCode()
    const other = await newVisitor()
    await expect(readHandoff(other, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(confirmHandoff(other, { id, code, presence })).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancelHandoff(other, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await qrAddressOf(other, id)).toBeNull()
  })

  test.each(['', 'x', "'; --", '00000000-0000-4000-8000-000000000000'])('an unknown id: %j', async id => {
    const { userId, sessionId } = await newVisitor()
    await expect(readHandoff({ userId }, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await codeOf(confirmHandoff({ userId, sessionId }, { id, code: 'x', presence }))).toBe('not_found')
    expect(await showPhoneCode(id, 'x')).toBeNull()
  })
})

describe('single use and expiry', () => {
  test('opening the page changes nothing; of two phones that continue, one does', async () => {
    const computer = await newVisitor()
    const { token } = await shown(computer)
    for (let looks = 0; looks < 3; looks += 1) expect(await readForPhone(token)).not.toBeNull()
    const begun = await Promise.allSettled([beginOnPhone(token), beginOnPhone(token)])
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await readForPhone(token)).toBeNull()
  })

  test('a crash on the way to the bank leaves the code as it was', async () => {
    const { userId, sessionId } = await newVisitor()
    const { token } = await shown({ userId, sessionId })
    await db().$executeRaw`CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''crash''; END'`
    await db().$executeRaw`
      CREATE TRIGGER crash BEFORE UPDATE ON "LinkHandoff" FOR EACH ROW
      WHEN (NEW."flowId" IS NOT NULL) EXECUTE FUNCTION crash()`
    await expect(beginOnPhone(token)).rejects.toThrow()
    await db().$executeRaw`DROP FUNCTION crash CASCADE`
    expect(await db().linkFlow.count({ where: { userId } })).toBe(0)
    expect(await readForPhone(token)).not.toBeNull()
    await beginOnPhone(token)
  })

  test('expires after five minutes', async () => {
    const computer = await newVisitor()
    const { id, token } = await shown(computer)
    later(handoffLifeMs + 1_000)
    expect(await readForPhone(token)).toBeNull()
    await expect(beginOnPhone(token)).rejects.toMatchObject({ code: 'not_found' })
    expect(await readHandoff(computer, id)).toMatchObject({ status: 'expired' })
    expect(await qrAddressOf(computer, id)).toBeNull()
  })

  test('cancelled on the computer: the phone finds nothing, and no code is taken', async () => {
    const { computer, id, phone, code } = await atCode()
    await cancelHandoff(computer, id)
    await expect(confirmHandoff(computer, { id, code, presence })).rejects.toMatchObject({ code: 'not_found' })
    expect(await showPhoneCode(phone.flowId, phone.claimSecret)).toBeNull()
    expect(await readHandoff(computer, id)).toMatchObject({ status: 'cancelled' })
  })

  test('neither the content of the QR code nor the code is stored', async () => {
    const { id, code } = await atCode()
    const row = JSON.stringify(await db().linkHandoff.findUniqueOrThrow({ where: { id } }))
    expect(row).not.toContain(code.replace('-', ''))
    const computer = await newVisitor()
    const fresh = await shown(computer)
    expect(JSON.stringify(await db().linkHandoff.findUniqueOrThrow({ where: { id: fresh.id } }))).not.toContain(
      fresh.token,
    )
  })

  test('is offered only for a bank whose entry has an app link', async () => {
    await expect(startHandoff(await newVisitor(), '19871')).rejects.toMatchObject({ code: 'bank_unknown' })
  })

  test('is deleted after a day', async () => {
    const { id } = await atCode()
    later(2 * 86_400_000)
    expect(await sweepHandoffs()).toBeGreaterThan(0)
    expect(await db().linkHandoff.findUnique({ where: { id } })).toBeNull()
  })
})
