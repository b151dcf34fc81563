import { afterAll, expect, test } from 'vitest'
import { openTestBank, Visitor, Walk } from '#sandbox/screens/test-visitor.ts'
import { addFaultRule } from './rules.ts'
import { faultRule } from './test-rule.ts'

const bank = await openTestBank()
afterAll(() => bank.close())

async function approveUnder(kind: 'callback_dropped' | 'callback_doubled', target: { personId?: string } = {}) {
  addFaultRule(bank.sandbox.db, faultRule({ id: kind, fault: { kind }, callsLeft: 1, ...target }))
  const walk = await Walk.begin(new Visitor(bank))
  await walk.reach('approval')
  return await walk.press('approve')
}

test('a dropped callback: the browser stays at the bank, on a page that says so', async () => {
  const page = await approveUnder('callback_dropped')
  expect(page).toMatchObject({ status: 200, location: '' })
  expect(page.text).toContain('Le retour s’est perdu')
  expect(page.text).not.toContain('https://tpp.example/cb?code=')
})

test('a duplicated callback: the same address twice', async () => {
  const page = await approveUnder('callback_doubled', { personId: 'camille-bernard' })
  const links = [...page.text.matchAll(/href="(https:\/\/tpp\.example\/cb\?code=[^"]+)"/g)].map(([, href]) => href)
  expect(links).toHaveLength(2)
  expect(links[0]).toBe(links[1])
})

test('without a fault the browser is redirected once', async () => {
  const walk = await Walk.begin(new Visitor(bank))
  await walk.reach('approval')
  expect(await walk.press('approve')).toMatchObject({ status: 303 })
})
