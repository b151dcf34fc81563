import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '#sandbox/reference/documents.ts'
import { findAnswerFault } from '#sandbox/reference/find-answer-fault.ts'
import { hasTitle, readExamples, readInterfaceRows, readProofs, readRows } from './test-conformance.ts'

const rows = readInterfaceRows()
const proofs = readProofs()
const ids = proofs.map(({ id }) => id)
const titleOf = (name: string) => name.slice(name.indexOf(' › ') + 3)
const fileOf = (name: string) => name.slice(0, name.indexOf(' › '))

describe('docs/interface', () => {
  test('has a row for every id of the documents', () => {
    const present = new Set(rows.map(({ id }) => id))
    expect(ids.filter(id => !present.has(id))).toEqual([])
  })

  test('has no row with an unknown id, and none twice', () => {
    const known = new Set(ids)
    const present = rows.map(({ id }) => id)
    expect(present.filter(id => !known.has(id))).toEqual([])
    expect(present.filter((id, at) => present.indexOf(id) !== at)).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('names existing files, at least one a row', () => {
    expect(rows.filter(({ files }) => files.length === 0).map(({ id }) => id)).toEqual([])
    expect([...new Set(rows.flatMap(({ files }) => files))].filter(file => !existsSync(file))).toEqual([])
  })

  test('has existing tests, at least one a row', () => {
    expect(proofs.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([])
    const named = [...new Set(proofs.flatMap(({ tests }) => tests))]
    expect(named.filter(name => titleOf(name).trim() === '' || !hasTitle(fileOf(name), titleOf(name)))).toEqual([])
  })
})

describe('the ids', () => {
  test('cover every section of the documents', () => {
    expect(ids.length).toBeGreaterThan(330)
    for (const id of [
      '1 Account: linkedAccount',
      '1 Tokens: refresh token valid #6',
      '1 Behaviour rules: 11',
      '1 Errors: CDNA',
      '1 Limits: batch: balances',
      '2 Errors: bad purpose',
      '2 Endpoints: - 3',
      '3 Resources and their fields: x5t#S256',
      'D60',
    ]) {
      expect(ids).toContain(id)
    }
  })

  test('contain every code of the error table and every endpoint', () => {
    const codes = 'AC01 AC04 AC06 BE05 BADS ENDE FF01 INTE INTS IPGN IPSU NAAC NGAC NIMP TMRQ RENF CDNA'.split(' ')
    expect(codes.filter(code => !ids.includes(`1 Errors: ${code}`))).toEqual([])
    expect(ids.filter(id => /^\d Endpoint(s| list): (GET|PUT|POST|DELETE) /.test(id))).toHaveLength(22)
  })
})

describe('reading a page', () => {
  const head = '## Balance (of an account)\n\n| id | type | rule | step or file |\n|---|---|---|---|\n'

  test('a row has its id and files', () => {
    const row = '| name | string | Label | `a.ts` `b.ts` |'
    expect(readRows('1', head + row)).toEqual([{ id: '1 Balance: name', files: ['a.ts', 'b.ts'] }])
  })

  test('a row without the cell has no files, whatever its rule quotes', () => {
    expect(readRows('1', `${head}| name | string | \`VALU\` |`)).toEqual([{ id: '1 Balance: name', files: [] }])
  })
})

describe('the examples', () => {
  const examples = readExamples()
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '[^/]+')

  test('exist for each document, each naming its call', () => {
    expect(examples.length).toBeGreaterThan(8)
    expect(examples.filter(({ title }) => title === '').map(({ text }) => text)).toEqual([])
  })

  test.each(examples)('$title is as the reference describes it', ({ method, path, status, text }) => {
    if (status !== null) {
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
      const location = { location: path }
      expect(findAnswerFault(method, path, { status, headers: { ...headers, ...location }, text })).toBeNull()
      return
    }
    const operation = operations.find(one => one.method === method && new RegExp(`^${shape(one.path)}$`).test(path))
    expect(operation?.body?.schema.safeParse(JSON.parse(text)).error?.issues).toBeUndefined()
    expect(operation?.body).toBeDefined()
  })
})
