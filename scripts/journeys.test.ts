import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

// The short form is listed by every run of them; the long one would be found broken at the end of hours.
test('the journeys of the long form can be told apart by their titles', () => {
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=line']
  const env = { ...process.env, JOURNEYS: 'all' }
  expect(() => execFileSync(process.execPath, command, { env, stdio: 'pipe' })).not.toThrow()
})
