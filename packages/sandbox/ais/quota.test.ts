import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDesk } from './test-psu.ts'

const desk = await openTestDesk({ pageAccounts: 20 })
desk.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life LIKE 'antoine-girard/%'")
afterAll(() => desk.sandbox.close())
beforeEach(() => {
  desk.at('2026-11-21T09:00:00Z')
  desk.sandbox.db.exec('DELETE FROM batch_calls')
  for (const personId of ['camille-bernard', 'monique-roux', 'sophie-laurent']) desk.consent(personId)
})

const unattended = (target: string, personId = 'camille-bernard', tppId = 'tpp-1') =>
  desk.get(personId, target, { attended: false, tppId })
const statuses = (target: string, calls: number) => Array.from({ length: calls }, () => unattended(target).status)
const idOf = (personId: string, at = 0) => desk.accounts(personId)[at]?.id ?? ''

describe('batch limits (bank:D31)', () => {
  test('four a day of every resource, then 429 TMRQ until midnight in Paris', () => {
    const id = idOf('camille-bernard')
    const resources = ['balances', 'transactions', 'owners', 'overdrafts'].map(name => `/accounts/${id}/${name}`)
    for (const target of ['/accounts', '/end-user-identity', ...resources]) {
      expect([target, statuses(target, 5)]).toEqual([target, [200, 200, 200, 200, 429]])
      const { code, headers } = unattended(target)
      // 10:00 in Paris: 14 hours are left.
      expect([code, headers['Retry-After']]).toEqual(['TMRQ', String(14 * 3600)])
    }
  })

  test('counted per account, page, PSU and TPP', () => {
    const [first, second] = [idOf('camille-bernard'), idOf('camille-bernard', 1)]
    statuses(`/accounts/${first}/balances`, 4)
    expect(unattended(`/accounts/${first}/balances`).status).toBe(429)
    expect(unattended(`/accounts/${second}/balances`).status).toBe(200)
    expect(unattended(`/accounts/${first}/transactions`).status).toBe(200)
    for (let call = 0; call < 4; call++) unattended('/accounts?page=2', 'monique-roux')
    expect(unattended('/accounts?page=2', 'monique-roux').status).toBe(429)
    expect(unattended('/accounts?page=1', 'monique-roux').status).toBe(200)
    desk.consent('camille-bernard', {}, 'tpp-2')
    expect(unattended(`/accounts/${first}/balances`, 'camille-bernard', 'tpp-2').status).toBe(200)
  })

  test('the last page counts under its number', () => {
    for (const target of ['/accounts', '/accounts?page=1', '/accounts?page=1', '/accounts']) {
      expect(unattended(target, 'monique-roux').status).toBe(200)
    }
    expect(unattended('/accounts?page=1', 'monique-roux').status).toBe(429)
    for (const page of ['3', 'last', 'last', '3']) unattended(`/accounts?page=${page}`, 'monique-roux')
    expect(unattended('/accounts?page=last', 'monique-roux').status).toBe(429)
  })

  test('a page of transactions counts separately, whatever the dates', () => {
    const target = `/accounts/${idOf('camille-bernard')}/transactions`
    for (const day of ['01', '02', '03', '04']) expect(unattended(`${target}?dateFrom=2026-11-${day}`).status).toBe(200)
    expect(unattended(target).status).toBe(429)
  })

  test('a refused call reads nothing and is not counted', () => {
    const id = idOf('camille-bernard')
    desk.consent('camille-bernard', { balances: [] })
    for (let call = 0; call < 6; call++) expect(unattended(`/accounts/${id}/balances`).status).toBe(403)
    for (let call = 0; call < 6; call++) expect(unattended('/accounts?page=9').status).toBe(400)
    desk.consent('camille-bernard')
    expect(statuses(`/accounts/${id}/balances`, 5)).toEqual([200, 200, 200, 200, 429])
  })
})

describe('the day is a day in Paris', () => {
  test('counts of past days are deleted', () => {
    statuses('/accounts', 3)
    desk.at('2026-11-22T09:00:00Z')
    statuses('/accounts', 1)
    expect(desk.sandbox.db.prepare('SELECT day, calls FROM batch_calls').all()).toEqual([
      { day: '2026-11-22', calls: 1 },
    ])
  })
})
