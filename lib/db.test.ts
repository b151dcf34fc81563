import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { closeDb, db, jsonText, readPool, sqlName } from './db.ts'

afterAll(closeDb)

/** Built from dangerous parts: NUL, lone surrogates, backslashes, and letters that look like an escape after a backslash. */
const texts = fc
  .array(fc.constantFrom('\0', '\ud83d', '\ude00', '\\', 'u0000', 'ud83d', '"', 'é', '€', '\n'), { maxLength: 12 })
  .map(parts => parts.join(''))

test('whatever a bank writes comes back from PostgreSQL, but for NUL and halves of characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 5 }), async written => {
      const rows = jsonText(written.map(text => ({ text })))
      const read = await db().$queryRaw<{ text: string }[]>`
        SELECT "text" FROM json_to_recordset(${rows}::json) AS row("text" text)`
      expect(read.map(({ text }) => text)).toEqual(written.map(text => text.toWellFormed().replaceAll('\0', '')))
    }),
    { numRuns: 200, examples: [[['\ud83d\0\ude00', '\\\\u0000', '\\\0']]] },
  )
})

test('a name in SQL is quoted, and nothing but a name is taken for one', () => {
  expect(sqlName('Mail', 'leaseId').sql).toBe('"Mail"."leaseId"')
  expect(() => sqlName('Mail" --')).toThrow('not the name')
})

test('of twelve requests that hold a connection, ten have one and two wait', async () => {
  await closeDb()
  expect(readPool()).toEqual({ inUse: 0, idle: 0, waiting: 0 })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const held = Array.from({ length: 12 }, () => db().$transaction(() => over))
  await expect.poll(readPool).toEqual({ inUse: 10, idle: 0, waiting: 2 })
  end()
  await Promise.all(held)
  expect(readPool()).toEqual({ inUse: 0, idle: 10, waiting: 0 })
})
