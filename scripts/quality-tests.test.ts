import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Cells of the rows of a table whose first cell is an id: L1, R17, W2. */
function readRows(file: string): { readonly row: string; readonly cells: readonly string[] }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))
    .filter(cells => /^[LRPWDH]\d+$/.test(cells[1] ?? ''))
    .map(([, row = '', ...cells]) => ({ row, cells }))
}

const matrix = readRows('docs/quality.md').map(({ row }) => row)
const lines = readRows('docs/quality-tests.md').map(({ row, cells }) => {
  return { row, tests: [...(cells[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner) }
})

describe('docs/quality-tests.md', () => {
  test('has a row for every row of the fault matrix, and none twice', () => {
    expect(matrix.filter(row => !row.startsWith('H'))).toHaveLength(52)
    expect(lines.map(({ row }) => row)).toEqual(matrix)
  })

  test('names at least one test a row, and only tests that are there', () => {
    expect(lines.filter(({ tests }) => tests.length === 0).map(({ row }) => row)).toEqual([])
    const missing = lines
      .flatMap(({ tests }) => tests)
      .filter(name => {
        const [file = '', title = ''] = name.split(' › ')
        return !existsSync(file) || title === '' || !readFileSync(file, 'utf8').includes(title)
      })
    expect(missing).toEqual([])
  })
})
