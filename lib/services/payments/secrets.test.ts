import type { Bank } from '@guichet/stet/bank.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { json, scriptBank } from '@guichet/stet/testing/scripted-bank.ts'
import { afterEach, expect, test } from 'vitest'
import { newPaymentId, newReferenceBody, newUnguessableId, withPispToken } from './secrets.ts'

const context = { presence: null }
const granted = (n: number) =>
  json(200, { access_token: `t${n}`, token_type: 'Bearer', expires_in: 900, scope: 'pisp' })
let answers = 0
const open = () => scriptBank(() => granted(++answers), { clock: () => new Date() })

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'guichetPispTokens')
  answers = 0
})

const tokenOf = (bank: Bank) => withPispToken(bank, context, async token => token.reveal())
const refused = (status: number) =>
  new BankError({ kind: 'status', operation: 'payments.create', requestId: 'R', sent: 'yes', detail: '', status })

test('our token is fetched once for parallel requests', async () => {
  const { bank } = open()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf(bank)))
  expect(new Set(tokens)).toEqual(new Set(['t1']))
})

test.each([
  [503, ['t1'], 't1'],
  [401, ['t1', 't2'], 't2'],
  [403, ['t1', 't2'], 't2'],
])('a request that the bank answers with %i is sent with %j; the next uses %s', async (status, sent, next) => {
  const { bank } = open()
  const used: string[] = []
  const asked = withPispToken(bank, context, token => {
    used.push(token.reveal())
    throw refused(status)
  })
  await expect(asked).rejects.toMatchObject({ status })
  expect(used).toEqual(sent)
  expect(await tokenOf(bank)).toBe(next)
})

test('modules of a process share text: an object of one copy of a class is no instance of another copy', async () => {
  const { bank } = open()
  await tokenOf(bank)
  const kept: unknown = Reflect.get(globalThis, 'guichetPispTokens')
  const values = kept instanceof Map ? await Promise.all([...kept.values()]) : []
  expect(values).toEqual([{ text: 't1', goodUntil: expect.any(Number) }])
})

test('a failure is not cached', async () => {
  let isDown = true
  const { bank } = scriptBank(() => (isDown ? json(503, {}) : granted(7)), { clock: () => new Date() })
  await expect(tokenOf(bank)).rejects.toMatchObject({ status: 503 })
  isDown = false
  expect(await tokenOf(bank)).toBe('t7')
})

test('ids have their documented form', () => {
  expect(newPaymentId()).toMatch(/^[0-9A-F]{32}$/)
  expect(newUnguessableId()).toMatch(/^[\w-]{22}$/)
  expect(newReferenceBody()).toMatch(/^\d{14}$/)
})
