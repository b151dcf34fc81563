import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

// The short form lists them in every run; a broken long one would be found only after hours.
test('the journeys of the long form have distinct titles', () => {
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=line']
  const env = { ...process.env, JOURNEYS: 'all' }
  expect(() => execFileSync(process.execPath, command, { env, stdio: 'pipe' })).not.toThrow()
})
