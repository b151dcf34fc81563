import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { open, seal } from '#lib/vault.ts'
import { schemaText } from '#prisma/read-schema.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { resealAll, resealWhenDue } from './rotate-vault-keys.ts'
import { announceKeys, listRunningKids, withdrawKeys } from './running-processes.ts'
import { countSealed, sealedColumns, tableOf } from './sealed-values.ts'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const oldKey = `old:${key(1)}`
const newKey = `new:${key(2)}`
const columnOf = (id: string) => ({ row: id, column: 'Connection.refreshSealed' })
const ids: string[] = []
let userId: string

beforeAll(async () => {
  process.env.VAULT_KEYS = oldKey
  await aBank()
  userId = (await aPerson({ name: 'A' })).userId
  for (let count = 0; count < 450; count++) {
    const id = randomUUID()
    ids.push(id)
    const refreshSealed = await seal(`token ${id}`, columnOf(id))
    await db().connection.create({ data: { id, userId, bankCode: '19870', status: 'active', refreshSealed } })
  }
})

const sealedOf = async (id: string) =>
  (await db().connection.findFirstOrThrow({ where: { id, userId } })).refreshSealed ?? ''
const write = (id: string, refreshSealed: string) =>
  db().connection.updateMany({ where: { id, userId }, data: { refreshSealed } })
const openAll = async () => {
  for (const id of ids) expect(await open(await sealedOf(id), columnOf(id))).toContain('token')
}

test('every sealed column of the schema is in the list, and the database finds its keys by an index', async () => {
  const schema = schemaText()
  const found = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].flatMap(([, model = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w*[sS]ealed\w*)\s+String/gm)].map(([, column = '']) => `${model}.${column}`),
  )
  const listed = sealedColumns.map(({ model, column }) => `${tableOf(model)}.${column}`)
  expect(listed.sort()).toEqual(found.sort())
  const rows = await db().$queryRaw<{ index: string }[]>`
    SELECT tablename || '.' || substring(indexdef FROM 'vault_kid[(]"?([A-Za-z]+)') AS "index" FROM pg_indexes
    WHERE indexdef ~ 'vault_kid' AND indexdef ~ 'IS NOT NULL'`
  expect(rows.map(({ index }) => index).sort()).toEqual(found.sort())
})

test('the database reads the key’s id from a value, of any length, and none from another text', async () => {
  const kids = ['k', 'k1', 'k10', 'k-2_3.4', 'a'.repeat(31), 'b'.repeat(32)]
  const values = await Promise.all(
    kids.map(kid => {
      process.env.VAULT_KEYS = `${kid}:${key(5)}`
      return seal('x', { row: '1', column: 'Totp.codesSealed' })
    }),
  )
  const others = ['', 'sealed', 'eyJhbGciOiJkaXIifQ..', values[0]?.slice(0, 60) ?? '', `${values[1]?.slice(0, 50)}é!`]
  const read = await db().$queryRaw<{ kid: string }[]>`
    SELECT vault_kid(value) AS "kid" FROM unnest(${[...values, ...others]}::text[]) WITH ORDINALITY AS t(value, at) ORDER BY at`
  expect(read.map(({ kid }) => kid)).toEqual([...kids, ...others.map(() => '')])
})

test('C12: a key is rotated under load, resealing interrupted and restarted, the old key removed: nothing is lost', async () => {
  process.env.VAULT_KEYS = `${newKey},${oldKey}`
  const broken = new AbortController()
  const working = resealAll(broken.signal)
  // Meanwhile tokens are rotated, as by refreshes.
  const rotating = Promise.all(
    ids.slice(0, 60).map(async id => write(id, await seal(`token rotated ${id}`, columnOf(id)))),
  )
  broken.abort()
  const first = await working
  await rotating
  expect(first.resealed).toBeLessThan(450)
  await openAll()
  const second = await resealAll()
  expect(second.unreadable).toBe(0)
  expect(first.resealed + second.resealed).toBeLessThanOrEqual(450)
  expect(await resealAll()).toEqual({ resealed: 0, unreadable: 0 })
  expect(await countSealed()).toEqual([{ table: 'Connection', kid: 'new', count: 450 }])
  process.env.VAULT_KEYS = newKey
  await openAll()
  for (const id of ids.slice(0, 60)) expect(await open(await sealedOf(id), columnOf(id))).toContain('rotated')
})

test('a damaged value is counted and left as it is, and holds up no other', async () => {
  process.env.VAULT_KEYS = `${oldKey},${newKey}`
  const [damagedId = '', ...others] = ids
  const whole = await sealedOf(damagedId)
  const damaged = `${whole.slice(0, -6)}AAAAAA`
  await write(damagedId, damaged)
  expect(await resealAll()).toEqual({ resealed: others.length, unreadable: 1 })
  expect(await sealedOf(damagedId)).toBe(damaged)
  await write(damagedId, whole)
  expect(await resealAll()).toEqual({ resealed: 1, unreadable: 0 })
})

test('values written by a process of before are sealed anew too, in a later round, once no process seals with the old key', async () => {
  process.env.VAULT_KEYS = `${newKey},${oldKey}`
  await db().runningProcess.create({ data: { id: randomUUID(), vaultKids: ['old', 'new'], seenAt: new Date() } })
  await resealWhenDue()
  expect(await countSealed()).toEqual([{ table: 'Connection', kid: 'old', count: 450 }])
  await db().runningProcess.deleteMany()
  await resealWhenDue()
  expect(await countSealed()).toEqual([{ table: 'Connection', kid: 'new', count: 450 }])
  process.env.VAULT_KEYS = `${oldKey},${newKey}`
  const [late = ''] = ids
  await write(late, await seal('token late', columnOf(late)))
  process.env.VAULT_KEYS = `${newKey},${oldKey}`
  await resealWhenDue()
  expect(await countSealed(3)).toEqual([{ table: 'Connection', kid: 'new', count: 3 }])
})

test('a process is listed for the others while it runs, and for two minutes if it ended without a word', async () => {
  await announceKeys()
  expect(await listRunningKids()).toEqual([])
  await db().$executeRaw`UPDATE "RunningProcess" SET "id" = gen_random_uuid()`
  expect(await listRunningKids()).toEqual([['new', 'old']])
  await db().$executeRaw`UPDATE "RunningProcess" SET "seenAt" = now() - interval '121 seconds'`
  expect(await listRunningKids()).toEqual([])
  await announceKeys()
  await withdrawKeys()
  expect(await db().runningProcess.count()).toBe(1)
})
