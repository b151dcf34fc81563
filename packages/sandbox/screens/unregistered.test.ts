import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findApplication, removeApplication, saveApplication } from '#sandbox/store/applications.ts'
import { readPayment } from '#sandbox/store/payments.ts'
import { findVisit } from '#sandbox/store/visits.ts'
import { accountNamed, askCancellation, askPayment, follow, reachPayment } from './test-payment.ts'
import { codesIssued, openTestBank, Visitor, Walk } from './test-visitor.ts'

const bank = await openTestBank()
const found = findApplication(bank.sandbox.db, 'tpp-1')
if (!found) throw new Error('the test bank has a TPP')
const application = found
afterAll(() => bank.close())
beforeEach(() => saveApplication(bank.sandbox.db, application, 'hash'))

const change = (members: Record<string, unknown>) =>
  saveApplication(bank.sandbox.db, { ...application, members: { ...application.members, ...members } }, 'hash')

describe('a registration that changes while the screens are open', () => {
  test.each([
    ['is deleted', () => removeApplication(bank.sandbox.db, 'tpp-1')],
    ['moves its callback', () => change({ redirect_uris: ['https://tpp.example/moved'] })],
    ['gives up the role', () => change({ scope: 'pisp' })],
  ])('and %s: no code, and nobody is sent to the old address', async (_name, lose) => {
    const walk = await Walk.begin(new Visitor(bank))
    await walk.reach('approval')
    lose()
    const page = await walk.press('approve')
    expect(page.location).not.toContain('tpp.example')
    expect(page.location).not.toContain('code=')
    expect(codesIssued(bank)).toBe(0)
    expect(findVisit(bank.sandbox.db, '19870', 'authorization', walk.id)?.outcome).toBe('refused')
  })

  test('and refuses after it: the same', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    removeApplication(bank.sandbox.db, 'tpp-1')
    expect((await walk.press('refuse')).location).not.toContain('error=')
  })

  test('and stays as it was: the way back is there', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    await walk.reach('approval')
    change({ software_id: 'Renamed' })
    expect((await walk.press('approve')).location).toContain('code=')
  })
})

describe('a registration that changes while a payment is approved', () => {
  const changes: readonly [string, () => void][] = [
    ['is deleted', () => removeApplication(bank.sandbox.db, 'tpp-1')],
    ['moves its report URLs', () => change({ redirect_uris: ['https://tpp.example/moved'] })],
    ['gives up the role', () => change({ scope: 'aisp' })],
  ]
  const account = accountNamed(bank, 'camille-bernard', 'Compte courant').id

  test.each(changes)('and %s: nothing is executed, and nobody is sent to the old address', async (_name, lose) => {
    const { id, link } = askPayment(bank)
    const walk = await follow(bank, link)
    await reachPayment(walk, 'confirmation', account)
    lose()
    expect((await walk.press('confirm')).location).not.toContain('tpp.example')
    expect(readPayment(bank.sandbox.db, id)).toMatchObject({ status: 'RJCT', reason: 'NOAS', personId: null })
    expect(findVisit(bank.sandbox.db, '19870', 'payment', walk.id)?.outcome).toBe('overtaken')
  })

  test.each(changes)('and %s, then the customer refuses: the same', async (_name, lose) => {
    const { id, link } = askPayment(bank)
    const walk = await follow(bank, link)
    lose()
    expect((await walk.press('refuse')).location).not.toContain('tpp.example')
    expect(readPayment(bank.sandbox.db, id)).toMatchObject({ status: 'RJCT', reason: 'CUST' })
  })

  test.each(changes)('and %s before the link is opened: 404, of a payment that has ended too', async (_name, lose) => {
    const [open, ended] = [askPayment(bank), askPayment(bank, { status: 'RJCT' })]
    lose()
    for (const { link } of [open, ended]) expect(await new Visitor(bank).get(link)).toMatchObject({ status: 404 })
  })

  test('and is deleted: a transfer is not cancelled either', async () => {
    const { id } = askPayment(bank, { status: 'ACSP' })
    const { link } = askCancellation(bank, id)
    removeApplication(bank.sandbox.db, 'tpp-1')
    expect(await new Visitor(bank).get(link)).toMatchObject({ status: 404, location: '' })
    expect(readPayment(bank.sandbox.db, id).status).toBe('ACSP')
  })
})
