import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { demoShop } from '#prisma/seed.ts'
import { demoReturnUrl, makeCollection } from '#scripts/build/make-bruno.ts'
import { newObjects, newShop, returnUrl } from '#testing/shop/api.ts'
import { type ServedApi, serveApi } from '#testing/shop/serve-api.ts'
import { openStack } from '#testing/stack/open.ts'

/** The collection for Bruno, read as Bruno reads it and run in its order over HTTP. */
openStack()
const folder = mkdtempSync(join(tmpdir(), 'bruno-'))
const brunoFolder = makeCollection(folder)
let api: ServedApi
beforeAll(async () => {
  api = await serveApi()
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

type Request = { readonly name: string; readonly folder: string; readonly blocks: ReadonlyMap<string, string> }

/** `name { … }`, each brace at the beginning of a line, and what is inside indented by two spaces. */
function readBlocks(text: string): ReadonlyMap<string, string> {
  const blocks = [...text.matchAll(/^([\w:-]+) \{\n([\s\S]*?)^\}$/gm)]
  return new Map(blocks.map(([, name = '', inside = '']) => [name, inside.replace(/^ {2}/gm, '').trimEnd()]))
}

/** A member of a block such as `url: …`. */
const member = (block: string | undefined, name: string) =>
  block
    ?.split('\n')
    .find(line => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? ''

function readRequests(): readonly Request[] {
  const seqOf = (file: string) => Number(member(readBlocks(readFileSync(file, 'utf8')).get('meta'), 'seq'))
  return globSync(`${brunoFolder}/*/*.bru`)
    .filter(file => !/environments|folder\.bru$/.test(file))
    .map(file => {
      const folder = join(file, '..')
      return { file, folder, turn: seqOf(join(folder, 'folder.bru')) * 100 + seqOf(file) }
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ file, folder }) => {
      const blocks = readBlocks(readFileSync(file, 'utf8'))
      return { folder, blocks, name: member(blocks.get('meta'), 'name') }
    })
}

test('the demonstration has the return address of its environment', () => {
  expect(demoShop.returnUrls).toContain(demoReturnUrl)
})

test('every operation has a request, and each gets the status it expects, one after the other', async () => {
  const requests = readRequests()
  expect(requests.map(({ name }) => name).toSorted()).toEqual(
    Object.values(operations)
      .map(({ summary }) => summary)
      .toSorted(),
  )
  const { key } = await newShop()
  await newObjects(key)
  const variables = new Map([
    ['origin', api.origin],
    ['key', key],
    ['return_url', returnUrl],
  ])
  const token = member(
    readBlocks(readFileSync(join(brunoFolder, 'collection.bru'), 'utf8')).get('auth:bearer'),
    'token',
  )
  const fill = (text: string) =>
    text.replace(/\{\{([\w$]+)\}\}/g, (_, name) =>
      name === '$guid' ? crypto.randomUUID() : (variables.get(name) ?? ''),
    )
  for (const { name, folder, blocks } of requests) {
    // What a refund pays back was received by then.
    if (folder.endsWith('Refunds') && variables.has('payment_id')) {
      const id = variables.get('payment_id') ?? ''
      await db().paymentOrder.update({ where: { id }, data: { receivedMinor: 2490n, receivedAt: now() } })
    }
    const method = ['get', 'post', 'patch', 'delete'].find(one => blocks.has(one)) ?? ''
    const headers = new Headers({ authorization: fill(`Bearer ${token}`), 'content-type': 'application/json' })
    const idempotencyKey = fill(member(blocks.get('headers'), 'Idempotency-Key'))
    if (idempotencyKey !== '') headers.set('idempotency-key', idempotencyKey)
    const body = blocks.get('body:json')
    const answer = await fetch(fill(member(blocks.get(method), 'url')), {
      method: method.toUpperCase(),
      headers,
      ...(body === undefined ? {} : { body: fill(body) }),
    })
    const said = await answer.text()
    expect([name, answer.status, said]).toEqual([
      name,
      Number(member(blocks.get('assert'), 'res.status').slice(3)),
      said,
    ])
    const [wanted = '', path = ''] = (blocks.get('vars:post-response') ?? '').split(': ')
    if (wanted === '') continue
    const { id, data } = JSON.parse(said)
    variables.set(wanted, path === 'res.body.id' ? id : data[0].id)
  }
})
