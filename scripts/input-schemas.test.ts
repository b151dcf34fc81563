import { expect, test } from 'vitest'
import { inputSchemas, looseObjectsOf } from './input-schemas.ts'

const bodies = (await inputSchemas()).filter(({ isWhole }) => isWhole)

/** Written by the browser, which adds members of its own. */
const ofBrowsers = ['NewPasskey', 'UsedPasskey']

test('every body is found', () => {
  expect(bodies.length).toBeGreaterThan(50)
  expect(bodies.map(({ name }) => name)).toEqual(expect.arrayContaining(['ApiKeyInput', 'createRefund body']))
})

test.each(bodies)('$name: no object in it drops a member that it does not know', ({ name, schema }) => {
  const loose = looseObjectsOf(schema)
  expect(ofBrowsers.includes(name) ? loose.filter(path => !path.startsWith('response')) : loose).toEqual([])
})
