import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#sandbox/reference/documents.ts'
import { startTestBank, type TestBank } from '#sandbox/wire/test-client.ts'
import { fuzzAll } from './test-fuzz.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await startTestBank()
})
afterAll(() => bank.close())

test('whatever is sent, every endpoint answers as documented and the bank stays up', { timeout: 60_000 }, async () => {
  const seen = await fuzzAll(bank, { runs: 40, seed: 20_261_121 })
  expect(seen.size).toBe(operations.length)
  for (const [operation, statuses] of seen) expect([operation, statuses.size > 0]).toEqual([operation, true])
  // The proofs don't turn everything away: some calls get through to where the bodies are read.
  const all = [...seen.values()].flatMap(statuses => [...statuses.keys()])
  expect(new Set(all)).toEqual(new Set([...all, 200, 201, 400, 401, 403, 404]))
  expect((await bank.call({ path: '/stet/psd2/v1.6.2/accounts' })).status).toBe(401)
})
