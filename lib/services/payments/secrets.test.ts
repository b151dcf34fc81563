import { BankError } from '@guichet/stet/errors.ts'
import { json, scriptBank } from '@guichet/stet/testing/scripted-bank.ts'
import { afterEach, expect, test } from 'vitest'
import { forgetIfRefused, newPaymentId, newReferenceBody, newUnguessableId, pispTokenOf } from './secrets.ts'

const context = { presence: null }
const granted = (n: number) =>
  json(200, { access_token: `t${n}`, token_type: 'Bearer', expires_in: 900, scope: 'pisp' })
let answers = 0
const open = () => scriptBank(() => granted(++answers), { clock: () => new Date() })

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'guichetPispTokens')
  answers = 0
})

test('our token is fetched once for parallel requests, and again after the bank refused it', async () => {
  const { bank } = open()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => pispTokenOf(bank, context)))
  expect(new Set(tokens.map(token => token.reveal()))).toEqual(new Set(['t1']))
  const refusedBy = (status: number) =>
    new BankError({ kind: 'status', operation: 'payments.create', requestId: 'R', sent: 'yes', detail: '', status })
  expect([503, 401, 403].map(status => forgetIfRefused(bank, refusedBy(status)))).toEqual([false, true, true])
  const again = await Promise.all([pispTokenOf(bank, context), pispTokenOf(bank, context)])
  expect(again.map(token => token.reveal())).toEqual(['t2', 't2'])
})

test('modules of a process share text: an object of one copy of a class is no instance of another copy', async () => {
  const { bank } = open()
  await pispTokenOf(bank, context)
  const kept: unknown = Reflect.get(globalThis, 'guichetPispTokens')
  const values = kept instanceof Map ? await Promise.all([...kept.values()]) : []
  expect(values).toEqual([{ text: 't1', goodUntil: expect.any(Number) }])
})

test('a failure is not cached', async () => {
  let isDown = true
  const { bank } = scriptBank(() => (isDown ? json(503, {}) : granted(7)), { clock: () => new Date() })
  await expect(pispTokenOf(bank, context)).rejects.toMatchObject({ status: 503 })
  isDown = false
  expect((await pispTokenOf(bank, context)).reveal()).toBe('t7')
})

test('ids have their documented form', () => {
  expect(newPaymentId()).toMatch(/^[0-9A-F]{32}$/)
  expect(newUnguessableId()).toMatch(/^[\w-]{22}$/)
  expect(newReferenceBody()).toMatch(/^\d{14}$/)
})
