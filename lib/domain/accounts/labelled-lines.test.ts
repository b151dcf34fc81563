import { readFileSync } from 'node:fs'
import { dayOf } from '@guichet/sandbox/people/days.ts'
import { entriesBetween } from '@guichet/sandbox/people/live.ts'
import { expect, test } from 'vitest'
import { fileEntry, livesSince } from '#testing/people/lives.ts'
import { nameOfLine } from './line-name.ts'
import { topOf } from './sub-category.ts'

/** Labelled by hand, digits as 0: what a person would call it, and the category they would look for it in. */
const [, ...rows] = readFileSync(new URL('./labelled-lines.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const labelled = new Map(
  rows.map(row => {
    const [account = '', direction = '', label = '', name = '', category = ''] = row.split('\t')
    return [`${account} ${direction} ${label}`, { name, category }]
  }),
)
/** Of one label, so that a trader's receipts don't outnumber everybody else. */
const perLabel = 15

const shape = (text: string) => text.replace(/\d/g, '0')

test('names are right in at least 97 %, categories in at least 96 % of what the bank’s people receive and pay', () => {
  const seen = new Map<string, number>()
  const wrong = { names: [] as string[], categories: [] as string[] }
  let count = 0
  for (const { plan, living } of livesSince('2026-08-01')) {
    for (const entry of entriesBetween(living, dayOf('2025-11-28'), dayOf('2026-11-28'))) {
      const { label, nature, isBusiness, amountMinor, category } = fileEntry(plan, entry)
      const key = `${isBusiness ? 'business' : 'private'} ${amountMinor < 0n ? 'out' : 'in'} ${shape(label)}`
      const times = (seen.get(key) ?? 0) + 1
      seen.set(key, times)
      if (times > perLabel) continue
      count += 1
      const wanted = labelled.get(key)
      const name = shape(nameOfLine(label, nature))
      if (name !== wanted?.name) wrong.names.push(`${key}: ${name}, wanted ${wanted?.name}`)
      if (topOf(category) !== wanted?.category) wrong.categories.push(`${key}: ${category}, wanted ${wanted?.category}`)
    }
  }
  expect(count).toBeGreaterThan(2_000)
  expect(wrong.names.length / count, wrong.names.join('\n')).toBeLessThanOrEqual(0.03)
  expect(wrong.categories.length / count, wrong.categories.join('\n')).toBeLessThanOrEqual(0.04)
})
