import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, start, toldAs, writeCursor } from './sync-cursor.ts'

const generation = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const cursors = fc.record({
  since: generation,
  until: generation,
  after: fc.option(fc.record({ changed: generation, accountId: fc.uuid(), key: fc.string({ maxLength: 100 }) })),
})

test('a cursor is read as it was written', () => {
  fc.assert(
    fc.property(cursors, cursor => {
      expect(readCursor(writeCursor(cursor))).toEqual(cursor)
    }),
  )
  expect(readCursor(writeCursor(start))).toEqual(start)
})

test('anything else is none', () => {
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = randomUUID()
  const wrong = [
    [],
    [1],
    [1, -1],
    [1.5, 1],
    [1, 2 ** 31],
    [1, 1, 1],
    [1, 1, 1, 'x', 'k'],
    [1, 1, 1, id, 1],
    {},
    null,
    'x',
  ]
  for (const value of wrong) expect(readCursor(written(value))).toBeNull()
  expect(readCursor(written([1, 1, 1, id, 'k'.repeat(201)]))).toBeNull()
  expect(readCursor('x'.repeat(10_000))).toBeNull()
  fc.assert(
    fc.property(fc.string(), text => {
      expect(() => readCursor(text)).not.toThrow()
    }),
  )
})

test.each([
  [{ born: 3, isGone: false }, 2, 'added'],
  [{ born: 2, isGone: false }, 2, 'modified'],
  [{ born: 2, isGone: true }, 2, 'removed'],
  [{ born: 3, isGone: true }, 2, null],
  [{ born: 1, isGone: false }, 0, 'added'],
] as const)('%o for a program at generation %i is %s', (line, since, told) => {
  expect(toldAs(line, since)).toBe(told)
})
