import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { messages } from '#components/i18n/messages.ts'
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

test('what the pages write in italics is a label of ours, or a heading of theirs', () => {
  const pages = globSync('docs/operations/*.md').map(file => readFileSync(file, 'utf8'))
  const named = pages.flatMap(text =>
    Array.from(text.matchAll(/(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g), ([, names = '']) => names.split(', ')).flat(),
  )
  expect(named.length).toBeGreaterThan(15)
  const titles = pages.flatMap(text => Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) => title))
  const labels = new Set([...textsOf(messages.en), ...titles, 'Check', 'Critical'])
  expect(named.filter(name => !labels.has(name))).toEqual([])
})

const textsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [value]

test('blocks are read without their indentation; a heading without any is refused', () => {
  const text = '# A\n\ntext\n\n    one\n    two\n\n1. item:\n\n       three\n\n## B\n\nnothing\n'
  expect(readCommands('A', text)).toEqual(['one\ntwo', '   three'])
  expect(() => readCommands('B', text)).toThrow('no commands under “B”')
})
