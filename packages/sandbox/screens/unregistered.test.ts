import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findApplication, removeApplication, saveApplication } from '#sandbox/store/applications.ts'
import { findVisit } from '#sandbox/store/visits.ts'
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
