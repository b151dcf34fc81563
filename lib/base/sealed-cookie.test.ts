import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { setClock } from '#lib/clock.ts'
import { openFromBrowser, sealForBrowser } from './sealed-cookie.ts'

afterEach(() => setClock(null))

test('what a browser keeps can’t be read there, and opens in its place, in its form and in time alone', async () => {
  const at = new Date('2026-07-15T10:00:00Z')
  setClock(at)
  const column = { row: 'form', column: 'cookie.typed' }
  const rule = { schema: z.object({ note: z.string() }), longestMs: 120_000 }
  const sealed = await sealForBrowser({ note: 'cadeau de Zoé' }, column)
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('cadeau')
  expect(sealed).not.toContain(Buffer.from('cadeau de Zo').toString('base64url').slice(2, -2))
  expect(await openFromBrowser(sealed, column, rule)).toEqual({ note: 'cadeau de Zoé' })
  expect(await openFromBrowser(sealed, { ...column, column: 'cookie.held' }, rule)).toBeNull()
  expect(await openFromBrowser(sealed, column, { ...rule, schema: z.object({ tags: z.string() }) })).toBeNull()
  for (const none of [null, undefined, '', 'bm90ZT1jYWRlYXU'])
    expect(await openFromBrowser(none, column, rule)).toBeNull()
  for (const [ms, opens] of [
    [-1, false],
    [120_000, true],
    [120_001, false],
  ] as const) {
    setClock(new Date(at.getTime() + ms))
    expect((await openFromBrowser(sealed, column, rule)) !== null, String(ms)).toBe(opens)
  }
})
