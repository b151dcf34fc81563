import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rows of a table whose first cell is an id, with the files of their last cell. */
function readRows(file: string, id: RegExp): { readonly id: string; readonly files: readonly string[] }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))
    .filter(cells => id.test(cells[1] ?? ''))
    .map(cells => ({
      id: cells[1] ?? '',
      files: Array.from((cells.at(-2) ?? '').matchAll(/`([^`]+)`/g), ([, name = '']) => name),
    }))
}

test.each([
  ['docs/faults.md', /^[LRPWDH]\d+$/, 63],
  ['SECURITY.md', /^C\d+$/, 83],
])('%s has each id once, with tests that exist', (file, id, count) => {
  const rows = readRows(file, id)
  expect(rows.length).toBeGreaterThanOrEqual(count)
  expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
  expect(rows.filter(({ files }) => files.length === 0 || !files.every(existsSync)).map(row => row.id)).toEqual([])
})

test('a test of every fault names its row', () => {
  const silent = readRows('docs/faults.md', /^[LRPWDH]\d+$/).filter(
    ({ id, files }) => !files.some(file => new RegExp(`\\b(fault:)?${id}\\b`).test(readFileSync(file, 'utf8'))),
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})
