import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '#sandbox/interface/routes.ts'
import { openTestBank, Visitor } from '#sandbox/screens/test-visitor.ts'
import { interfaceDocuments, operations } from './documents.ts'
import { findAnswerFault } from './find-answer-fault.ts'
import { frenchWords, sayWords } from './french-words.ts'
import { buildOpenApi } from './openapi.ts'

const bank = await openTestBank()
afterAll(() => bank.close())

const start = () => new Visitor(bank, 'sandbox.localhost')

type Schema = Record<string, unknown>
type OpenApi = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; parameters: { name: string; in: string }[]; responses: Record<string, Schema> }
    >
  >
  components: { schemas: Record<string, Schema> }
}

async function read(name: string): Promise<OpenApi> {
  const page = await start().get(`/reference/${name}.json`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('application/json')
  return JSON.parse(page.text)
}

describe.each(interfaceDocuments.map(({ name }) => name))('the OpenAPI document of %s', name => {
  test('is OpenAPI 3.1 with the five banks as its servers', async () => {
    const document = await read(name)
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toHaveLength(5)
    expect(document.info.title).not.toBe('')
  })

  test('has every operation once, with every parameter of its path', async () => {
    const { paths } = await read(name)
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(operation => ({ path, operation })),
    )
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
    for (const { path, operation } of all) {
      const holes = [...path.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole)
      expect(
        operation.parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name),
      ).toEqual(holes)
      expect(Object.keys(operation.responses).length).toBeGreaterThan(3)
    }
  })

  test('every reference leads to an existing schema, and all schemas are used', async () => {
    const document = await read(name)
    const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, id]) => id ?? '')
    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)))
    expect(named.filter(id => document.components.schemas[id] === undefined)).toEqual([])
  })
})

describe('the reference and the routes', () => {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
  const known = new Set(operations.map(({ method, path }) => `${method} ${shape(path)}`))

  test('has every route of the bank', () => {
    expect(routes.map(({ method, path }) => `${method} ${shape(path)}`).filter(route => !known.has(route))).toEqual([])
  })

  test('requires what the bank requires: of authorize, of a body, of no signature of a form', () => {
    const requiredOf = (id: string) =>
      operations.find(one => one.id === id)?.parameters.flatMap(({ name, required }) => (required ? [name] : []))
    expect(requiredOf('authorize')).toEqual(['response_type', 'client_id', 'redirect_uri', 'scope'])
    for (const { id } of operations.filter(({ path, body }) => body && path.startsWith('/stet/psd2/v')))
      expect(requiredOf(id), id).toContain('Digest')
    for (const id of ['accounts-v1.6.2', 'payment-request']) expect(requiredOf(id)).not.toContain('Digest')
    for (const id of ['token', 'revoke']) {
      expect(operations.find(one => one.id === id)?.parameters.map(({ name }) => name)).toContain('Signature')
      expect(requiredOf(id)).toEqual([])
    }
  })

  test('has only operations that are routes', () => {
    const served = new Set(routes.map(({ method, path }) => `${method} ${shape(path)}`))
    expect([...known].filter(operation => !served.has(operation))).toEqual([])
  })
})

describe('the pages', () => {
  const pages = ['/reference', ...interfaceDocuments.map(({ name }) => `/reference/${name}`)]

  test('are available in both languages with the usual headers, nothing inline', async () => {
    for (const path of pages) {
      for (const [language, back] of [
        ['fr', 'Retour à l’accueil'],
        ['en', 'Back to the start page'],
      ]) {
        const page = await start().get(`${path}?lang=${language}`)
        expect(page.status, path).toBe(200)
        expect(page.text, path).toContain(`<html lang="${language}">`)
        expect(page.text, path).toContain(back)
        expect(page.text.match(/<h1/g), path).toHaveLength(1)
        expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
        expect(page.text, path).not.toMatch(
          /<style|style="|<script(?! src=")|\son\w+="|(src|href)="https?:\/\/(?!sandbox\.localhost)/,
        )
      }
    }
  })

  test('show each endpoint with all its statuses', async () => {
    for (const { name, operations: shown } of interfaceDocuments) {
      const { text } = await start().get(`/reference/${name}`)
      for (const { id, path } of shown) {
        expect(text).toContain(`id="${id}"`)
        expect(text).toContain(`<code>${path}</code>`)
      }
      for (const { id, parameters, answers } of shown) {
        const [part = ''] = text.slice(text.indexOf(`<section id="${id}"`)).split('</section>')
        for (const parameter of parameters) expect(part, `${id} ${parameter.name}`).toContain(parameter.name)
        for (const status of Object.keys(answers)) expect(part, id).toContain(`<code>${status}</code>`)
      }
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, one]) => one)
      expect(new Set(ids).size, name).toBe(ids.length)
      for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(ids, name).toContain(target)
    }
  })

  test('are linked from the start page', async () => {
    expect((await start().get('/')).text).toContain('href="/reference"')
  })

  test('are 404 under an unknown name, and at a bank’s host', async () => {
    for (const name of ['nothing', 'nothing.json', '%3Cscript%3E', '..%2f..%2fetc', 'constructor', '__proto__.json']) {
      const page = await start().get(`/reference/${name}`)
      expect(page.status, name).toBe(404)
      expect(page.text, name).not.toContain('<script>')
    }
    expect((await new Visitor(bank).get('/reference')).status).toBe(404)
  })
})

describe('validation of an answer by the reference', () => {
  const path = '/stet/psd2/v1.6.2/accounts/A/balances'
  const link = { href: '/x', templated: false }
  const good = {
    balances: [{ balanceType: 'CLBD', name: 'Solde', balanceAmount: { amount: '12.00', currency: 'EUR' } }],
    _links: { self: link, 'parent-list': link },
  }
  const headers = { 'content-type': 'application/hal+json; charset=utf-8', 'cache-control': 'no-store' }
  const faultOf = (
    body: unknown,
    more: { status?: number; headers?: Record<string, string>; method?: string; path?: string } = {},
  ) =>
    findAnswerFault(more.method ?? 'GET', more.path ?? path, {
      status: more.status ?? 200,
      headers: more.headers ?? headers,
      text: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('a valid one has no fault', () => {
    expect(faultOf(good)).toBeNull()
  })

  test.each([
    ['a member too many', { ...good, more: 1 }],
    ['a member too few', { balances: good.balances }],
    [
      'an amount that is a number',
      { ...good, balances: [{ ...good.balances[0], balanceAmount: { amount: 12, currency: 'EUR' } }] },
    ],
    ['an unknown balance type', { ...good, balances: [{ ...good.balances[0], balanceType: 'XPCD' }] }],
    ['no JSON', '<html>'],
    ['nothing', ''],
  ])('%s is a fault', (_, body) => {
    expect(faultOf(body)).not.toBeNull()
  })

  test('undocumented statuses, types and headers are faults', () => {
    const error = { timestamp: '2026-11-21T09:00:00.000Z', status: 429, error: 'Too many', message: 'TMRQ', path }
    expect(faultOf(good, { status: 201 })).toContain('does not know')
    expect(faultOf(good, { headers: { ...headers, 'content-type': 'text/html' } })).toContain('Content-Type')
    expect(faultOf(error, { status: 429 })).toContain('Retry-After')
    expect(faultOf(error, { status: 429, headers: { ...headers, 'retry-after': '5' } })).toBeNull()
    expect(
      faultOf({ ...error, status: 405 }, { status: 405, method: 'POST', headers: { ...headers, allow: 'GET' } }),
    ).toBeNull()
    expect(faultOf({ ...error, status: 200 }, { status: 200, method: 'POST' })).not.toBeNull()
    expect(faultOf({ ...error, status: 404 }, { status: 404, path: '/nowhere' })).toBeNull()
  })
})

describe('the return codes of the documents', () => {
  const table = readFileSync('docs/interface/1-account-information.md', 'utf8')
  const codesOf = (row: string): number[] => {
    const listed = new RegExp(`^\\| ${row} \\| (?:as for ([a-z-]+), and )?([0-9, ]+) \\|`, 'm').exec(table)
    const [, other, codes = ''] = listed ?? []
    return [...(other === undefined ? [] : codesOf(other)), ...codes.split(', ').map(Number)]
  }
  const statusesOf = (id: string) => Object.keys(operations.find(known => known.id === id)?.answers ?? {}).map(Number)

  test.each([
    ['accounts', ['accounts-v1.6.2', 'accounts-v1.4.2']],
    ['balances, transactions', ['balances-v1.6.2', 'transactions-v1.6.2', 'balances-v1.4.2', 'transactions-v1.4.2']],
    ['consents', ['consents-v1.6.2', 'consents-v1.4.2']],
    ['end-user-identity', ['identity-v1.6.2', 'identity-v1.4.2']],
  ])('%s: each stands in the reference', (row, ids) => {
    expect(codesOf(row).length).toBeGreaterThan(8)
    for (const id of ids) expect(statusesOf(id), id).toEqual(expect.arrayContaining(codesOf(row)))
  })

  test('trusted beneficiaries: all except success, which this bank never returns', () => {
    const failures = codesOf('trusted-beneficiaries').filter(status => status >= 400)
    expect(statusesOf('trusted-beneficiaries-v1.6.2')).toEqual(expect.arrayContaining(failures))
  })

  test('both confirmations (document 2, note 5)', () => {
    for (const id of ['confirmation', 'o-confirmation']) {
      expect(statusesOf(id)).toEqual(expect.arrayContaining([200, 400, 401, 403, 405, 406, 408, 409, 429, 500, 503]))
    }
  })
})

describe('the French reference', () => {
  const sameInFrench = /^(`[^`]*`|RFC \d+|ISO \d+|Bearer <ACCESS_TOKEN>|document \d(, [CD][\w]+)*|D\d+(, D\d+)*)$/
  const sentences = new Set(
    interfaceDocuments.flatMap(({ title, description, operations: those }) => [
      title,
      description,
      ...those.flatMap(({ summary, source, parameters, answers }) => [
        summary,
        source,
        ...parameters.map(parameter => parameter.description),
        ...Object.values(answers).map(({ means }) => means),
      ]),
    ]),
  )
  for (const document of interfaceDocuments)
    for (const schema of Object.values(buildOpenApi(document, []).components.schemas))
      if (schema.description) sentences.add(schema.description)

  test('translates every text of the documents, and no others', () => {
    expect([...sentences].filter(one => !sameInFrench.test(one) && sayWords('fr', one) === one)).toEqual([])
    expect(Object.keys(frenchWords).filter(one => !sentences.has(one))).toEqual([])
  })

  test('is shown on the page, with the interface’s own names unchanged', async () => {
    const page = await start().get('/reference/account-information')
    expect(page.text).toContain('Comptes et cartes du client')
    expect(page.text).not.toContain('Accounts and cards of the PSU.')
    expect(page.text).toContain('entryReferenceto')
  })
})
