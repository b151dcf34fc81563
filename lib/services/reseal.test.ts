import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import { open, seal } from '#lib/vault.ts'
import { resealAll, sealedColumns } from './reseal.ts'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const oldKey = `old:${key(1)}`
const newKey = `new:${key(2)}`
const columnOf = (id: string) => ({ row: id, column: 'Connection.refreshSealed' })
const ids: string[] = []
let userId: string

beforeAll(async () => {
  process.env.VAULT_KEYS = oldKey
  const bank = { code: '19870', name: 'B', group: 'G', bic: 'B', baseUrl: 'https://b.example', brandColor: '#000' }
  await db().bank.create({ data: { ...bank, screensUrl: 'https://b.example', initials: 'B', supports: [] } })
  userId = (await db().user.create({ data: { email: 'a@b.example', name: 'A', passwordHash: 'none' } })).id
  for (let count = 0; count < 450; count++) {
    const id = randomUUID()
    ids.push(id)
    const refreshSealed = await seal(`token ${id}`, columnOf(id))
    await db().connection.create({ data: { id, userId, bankCode: '19870', status: 'active', refreshSealed } })
  }
})
afterAll(closeDb)

const sealedOf = async (id: string) =>
  (await db().connection.findFirstOrThrow({ where: { id, userId } })).refreshSealed ?? ''
const openAll = async () => {
  for (const id of ids) expect(await open(await sealedOf(id), columnOf(id))).toContain('token')
}

test('every sealed column of the schema is in the list', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const found = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].flatMap(([, model = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w*[sS]ealed\w*)\s+String/gm)].map(
      ([, column = '']) => `${model.charAt(0).toLowerCase()}${model.slice(1)}.${column}`,
    ),
  )
  expect(sealedColumns.map(({ model, column }) => `${model}.${column}`).sort()).toEqual(found.sort())
})

test('C12: a key is rotated under load, resealing interrupted and restarted, the old key removed: nothing is lost', async () => {
  process.env.VAULT_KEYS = `${newKey},${oldKey}`
  const broken = new AbortController()
  const working = resealAll(broken.signal)
  // Meanwhile tokens are rotated, as by refreshes.
  const rotate = async (id: string, to: string) => {
    const refreshSealed = await seal(to, columnOf(id))
    await db().connection.updateMany({ where: { id, userId }, data: { refreshSealed } })
  }
  const rotating = Promise.all(ids.slice(0, 60).map(id => rotate(id, `token rotated ${id}`)))
  broken.abort()
  const first = await working
  await rotating
  expect(first.seen).toBeLessThan(450)
  await openAll()
  const second = await resealAll()
  expect(second.unreadable).toBe(0)
  expect(first.resealed + second.resealed).toBeLessThanOrEqual(450)
  expect(await resealAll()).toMatchObject({ resealed: 0, unreadable: 0 })
  process.env.VAULT_KEYS = newKey
  await openAll()
  for (const id of ids.slice(0, 60)) expect(await open(await sealedOf(id), columnOf(id))).toContain('rotated')
})

test('what no key opens is counted and not changed', async () => {
  process.env.VAULT_KEYS = `newest:${key(3)}`
  const before = await sealedOf(ids[0] ?? '')
  expect((await resealAll()).unreadable).toBe(450)
  expect(await sealedOf(ids[0] ?? '')).toBe(before)
})
