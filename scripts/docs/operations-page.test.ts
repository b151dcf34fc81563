import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readCommands, readDuties } from '#testing/database/duties.ts'

const page = readDuties()

/** Where the commands under each heading are run as they stand there, or by their script. */
const runBy: { readonly [heading: string]: string } = {
  Dump: 'testing/database/clusters.ts',
  Restore: 'testing/database/clusters.ts',
  'Restore a dump': 'testing/database/clusters.ts',
  'Base backup with the WAL': 'testing/database/clusters.ts',
  'Restore to a moment': 'testing/database/clusters.ts',
  'Erase a person': 'e2e/integration/commands.test.ts',
  'Report it': 'e2e/integration/commands.test.ts',
  'The register of third parties': 'e2e/integration/commands.test.ts',
}
/** A file to write, and what runs until it is stopped. */
const others = ['Back up', 'Traces on this machine']

const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading)
const withCommands = headings.filter(heading => {
  try {
    return readCommands(heading, page).length > 0
  } catch {
    return false
  }
})

test('every command of docs/operations/run.md and incident.md is run by a test or a soak', () => {
  expect(withCommands.toSorted()).toEqual([...Object.keys(runBy), ...others].toSorted())
  for (const [heading, file] of Object.entries(runBy).filter(([, file]) => file.endsWith('clusters.ts')))
    expect(readFileSync(file, 'utf8')).toContain(`'${heading}'`)
})

test('every npm command of the pages exists', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const named = Array.from(page.matchAll(/npm run ([\w-]+)/g), ([, name = '']) => name)
  expect(named.filter(name => !(name in scripts))).toEqual([])
})

test('blocks are read without their indentation; a heading without any is refused', () => {
  const text = '# A\n\ntext\n\n    one\n    two\n\n1. item:\n\n       three\n\n## B\n\nnothing\n'
  expect(readCommands('A', text)).toEqual(['one\ntwo', '   three'])
  expect(() => readCommands('B', text)).toThrow('no commands under “B”')
})
