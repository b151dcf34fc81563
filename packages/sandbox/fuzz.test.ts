import { afterAll, expect, test } from 'vitest'
import { operations } from '#sandbox/reference/documents.ts'
import { startTestBank } from '#sandbox/wire/test-client.ts'
import { fuzzAll } from './test-fuzz.ts'

const bank = await startTestBank()
afterAll(() => bank.close())

test('whatever is sent, every endpoint answers as documented and the bank stays up', async () => {
  const seen = await fuzzAll(bank, { runs: 30, seed: 20_261_121 })
  expect(seen.size).toBe(operations.length)
  for (const [operation, statuses] of seen) expect([operation, statuses.size > 0]).toEqual([operation, true])
  // Requests are not all refused early: what can succeed sometimes does.
  for (const { method, path, answers } of operations) {
    const good = Object.keys(answers)
      .map(Number)
      .filter(status => status < 300)
    const statuses = seen.get(`${method} ${path}`)
    if (good.length > 0)
      expect([`${method} ${path}`, good.some(status => statuses?.has(status))]).toEqual([`${method} ${path}`, true])
  }
  expect((await bank.call({ path: '/stet/psd2/v1.6.2/accounts' })).status).toBe(401)
})
