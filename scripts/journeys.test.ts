import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each(['', 'all'])('the journeys can be told apart by their titles, with JOURNEYS=%j', looks => {
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=line']
  const env = { ...process.env, JOURNEYS: looks }
  expect(() => execFileSync(process.execPath, command, { env, stdio: 'pipe' })).not.toThrow()
})
