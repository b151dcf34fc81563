import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConformance, readDocumentRows, readTitles } from './test-conformance.ts'

const rows = readDocumentRows()
const lines = readConformance()
const titleOf = (test: string) => test.slice(test.indexOf(' › ') + 3)
const fileOf = (test: string) => test.slice(0, test.indexOf(' › '))

describe('docs/conformance.md', () => {
  test('has a line for every section, row, rule and bullet of the documents', () => {
    const named = new Set(lines.map(({ key }) => key))
    expect(rows.map(({ key }) => key).filter(key => !named.has(key))).toEqual([])
  })

  test('has no line for what the documents do not say, and none twice', () => {
    const known = new Set(rows.map(({ key }) => key))
    const keys = lines.map(({ key }) => key)
    expect(keys.filter(key => !known.has(key))).toEqual([])
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  test('names files that are there, at least one a line', () => {
    expect(lines.filter(({ files }) => files.length === 0).map(({ key }) => key)).toEqual([])
    expect([...new Set(lines.flatMap(({ files }) => files))].filter(file => !existsSync(file))).toEqual([])
  })

  test('names tests that are there, at least one a line', () => {
    expect(lines.filter(({ tests }) => tests.length === 0).map(({ key }) => key)).toEqual([])
    const named = [...new Set(lines.flatMap(({ tests }) => tests))]
    const missing = named.filter(name => !readTitles(fileOf(name)).includes(titleOf(name)))
    expect(missing).toEqual([])
  })
})

describe('reading the documents', () => {
  test('finds their rows, rules and bullets', () => {
    const keys = rows.map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(340)
    for (const key of [
      '1 Account: linkedAccount',
      '1 Tokens: refresh token valid #6',
      '1 Behaviour rules 11',
      '1 Errors: CDNA',
      '1 Limits: Batch accesses to balances',
      '2 Errors: bad purpose',
      '2 Endpoints - 3',
      '3 Resources and their fields: x5t#S256',
      'D60',
    ]) {
      expect(keys).toContain(key)
    }
  })

  test('every code of the error table and every endpoint is among them', () => {
    const codes = 'AC01 AC04 AC06 BE05 BADS ENDE FF01 INTE INTS IPGN IPSU NAAC NGAC NIMP TMRQ RENF CDNA'.split(' ')
    const keys = new Set(rows.map(({ key }) => key))
    expect(codes.filter(code => !keys.has(`1 Errors: ${code}`))).toEqual([])
    expect([...keys].filter(key => /^\d Endpoint(s| list): (GET|PUT|POST|DELETE) /.test(key))).toHaveLength(22)
  })
})
