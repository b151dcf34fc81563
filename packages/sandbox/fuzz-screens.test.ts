import { afterAll, expect, test } from 'vitest'
import { deskRoutes } from '#sandbox/desk/routes.ts'
import { openTestBank } from '#sandbox/screens/test-visitor.ts'
import { fuzzDesk, fuzzScreens, screenRoutes } from './test-fuzz-screens.ts'

const bank = await openTestBank()
afterAll(() => bank.close())

test('whatever is sent to the screens and the fallback site, they answer with one of their pages', async () => {
  const seen = await fuzzScreens(bank, { runs: 40, seed: 20_261_121 })
  expect(seen.size).toBe(screenRoutes(bank).length)
  // Some requests reach a visit instead of being refused.
  const all = [...seen.values()].flatMap(statuses => [...statuses.keys()])
  expect(new Set(all)).toEqual(new Set([...all, 200, 303, 403, 404]))
})

test('whatever is sent to the desk, it answers according to its document', async () => {
  const seen = await fuzzDesk(bank, { runs: 4, seed: 20_261_121 })
  expect(seen.size).toBe(deskRoutes.length)
  const all = [...seen.values()].flatMap(statuses => [...statuses.keys()])
  expect(new Set(all)).toEqual(new Set([...all, 200, 201, 400, 404]))
})
