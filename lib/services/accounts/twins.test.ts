import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { seenWords } from '#lib/domain/accounts/split.ts'
import { disconnect, previewDisconnect } from '#lib/services/connections/disconnect.ts'
import { readMatrix } from '#lib/services/consent/choice.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { addAttachment } from '#lib/services/transactions/attachments.ts'
import { readTransaction, saveSplit, saveWords } from '#lib/services/transactions/one.ts'
import { people } from '#testing/bank/customers.ts'
import { openStack } from '#testing/stack/open.ts'
import { choiceOf, consent, link, newVisitor, presence } from '#testing/stack/start.ts'
import { arrangeAccount } from './arrangement.ts'
import { refileTransaction } from './categories.ts'
import { categoriseNew } from './categorise.ts'
import { importFile } from './imports.ts'
import { type LineKey, withTwins } from './twins.ts'

/** Camille and Thomas hold one joint account: a person with both logins. */

openStack()

let visitor: Awaited<ReturnType<typeof newVisitor>>
let first: string

async function read(connectionId: string): Promise<void> {
  await refreshConnection(visitor, connectionId, presence)
  await categoriseNew(visitor.userId)
}

async function linkAndRead(person: (typeof people)['camille' | 'thomas']): Promise<string> {
  const connectionId = await link(visitor, person)
  await consent(visitor, connectionId)
  await read(connectionId)
  return connectionId
}

/** The joint account's row of a connection. */
async function jointOf(connectionId: string) {
  const rows = await db().account.findMany({ where: { userId: visitor.userId, kind: 'account' } })
  const ibans = rows.filter(row => row.connectionId !== connectionId).map(({ iban }) => iban)
  const found = rows.find(row => row.connectionId === connectionId && (ibans.length === 0 || ibans.includes(row.iban)))
  if (!found) throw new Error('no joint account')
  return found
}

const idOf = ({ accountId, key }: LineKey) => Buffer.from(`${accountId} ${key}`).toString('base64url')
const linesOf = (accountId: string) =>
  db().transaction.findMany({ where: { accountId, booked: true }, orderBy: [{ day: 'desc' }, { key: 'asc' }] })

async function what({ accountId, key }: LineKey) {
  const { line, attachments } = await readTransaction(visitor, idOf({ accountId, key }))
  const { category, note, tags, parts, leftOut } = line
  return {
    category,
    note,
    tags,
    parts: parts?.length ?? 0,
    leftOut,
    files: attachments.map(({ fileName }) => fileName),
  }
}

const chosen = { category: 'children', note: 'cadeau', tags: ['noël'], parts: 2, leftOut: true, files: ['ticket.pdf'] }

const untouched = seenWords({ note: null, tags: [], leftOut: false })

/** A debit of it, with all that a person can say. */
async function choose(accountId: string): Promise<LineKey> {
  const line = (await linesOf(accountId)).find(({ amountMinor }) => amountMinor < -1_000n)
  if (!line) throw new Error('no debit')
  const id = idOf(line)
  await refileTransaction(visitor, { accountId, key: line.key, category: 'children', always: false })
  await saveWords(visitor, id, { note: 'cadeau', tags: 'noël', leftOut: true, seen: untouched })
  const rows = [
    { category: 'groceries', amount: '1.00' },
    { category: 'leisure', amount: '' },
  ]
  await saveSplit(visitor, id, rows)
  const bytes = new TextEncoder().encode('%PDF-1.4\n')
  await addAttachment(visitor, id, { name: 'ticket.pdf', bytes })
  return line
}

beforeAll(async () => {
  visitor = await newVisitor()
  first = await linkAndRead(people.camille)
})

describe('the joint account by a second login', () => {
  let line: LineKey
  let second: string

  test('has what the person said of it by the first, and each side what is said later', async () => {
    const secondId = await link(visitor, people.thomas)
    const { id: joint } = await jointOf(first)
    await arrangeAccount(visitor, joint, { name: 'Nous deux', group: 'Maison', hidden: false, inTotals: true })
    line = await choose(joint)
    await consent(visitor, secondId)
    await read(secondId)
    second = secondId
    const [, twin] = await withTwins(db(), visitor.userId, [line])
    if (!twin) throw new Error('no twin')
    expect([await what(line), await what(twin)]).toEqual([chosen, chosen])
    const gift = { note: 'cadeau', tags: ['noël'], leftOut: true }
    const child = { note: 'pour Noé', tags: [], leftOut: false }
    await saveWords(visitor, idOf(twin), { ...child, tags: '', seen: seenWords(gift) })
    expect(await what(line)).toMatchObject(child)
    await saveWords(visitor, idOf(line), { ...gift, tags: 'noël', seen: seenWords(child) })
    expect(await jointOf(second)).toMatchObject({ name: 'Nous deux', groupName: 'Maison' })
  })

  test('stays whole when the first login goes, with older transactions and files, said before', async () => {
    const { id: old } = await jointOf(first)
    const { id: heir } = await jointOf(second)
    const bytes = new TextEncoder().encode('date,label,amount\n2020-01-10,LOYER,-700.00\n')
    await importFile(visitor, old, { name: 'x.csv', bytes }, null)
    const before = await db().transaction.count({ where: { accountId: heir } })
    const preview = await previewDisconnect(visitor, first)
    const joint = await db().transaction.count({ where: { accountId: old } })
    expect(preview.keptTransactions).toBe(joint)
    expect(preview.transactions).toBeGreaterThan(0)
    await disconnect(visitor, first, presence)
    const lines = await linesOf(heir)
    expect(await db().transaction.count({ where: { accountId: heir } })).toBe(before + 1)
    expect(lines.at(-1)).toMatchObject({ label: 'LOYER', amountMinor: -70_000n })
    expect(await db().transactionImport.count({ where: { accountId: heir } })).toBe(1)
    const twin = lines.find(({ note }) => note === 'cadeau')
    expect(twin && (await what(twin))).toEqual(chosen)
    // The other accounts of the login are erased.
    expect(await db().transaction.count({ where: { account: { connectionId: first } } })).toBe(0)
  })

  test('keeps it when the first is linked again, and its other accounts begin anew', async () => {
    const again = await linkAndRead(people.camille)
    const { id: joint } = await jointOf(again)
    const same = (await linesOf(joint)).find(({ note }) => note === 'cadeau')
    expect(same && (await what(same))).toEqual(chosen)
    const added = { OR: [{ categorySource: 'person' as const }, { note: { not: null } }] }
    expect(
      await db().transaction.count({
        where: { account: { connectionId: again }, accountId: { not: joint }, ...added },
      }),
    ).toBe(0)
    first = again
  })

  test('gives nothing to a login that may not read it, and stays erased with the last one', async () => {
    const { rows } = await readMatrix(visitor, first)
    const all = { balances: true, transactions: false, owners: false, overdrafts: false }
    await consent(
      visitor,
      first,
      choiceOf(
        rows.map(({ iban }) => iban),
        all,
      ),
    )
    await disconnect(visitor, second, presence)
    expect(await db().transaction.count({ where: { userId: visitor.userId } })).toBe(0)
    await disconnect(visitor, first, presence)
    first = await linkAndRead(people.thomas)
    const { userId } = visitor
    const own = { OR: [{ note: { not: null } }, { categorySource: 'person' as const }] }
    expect(await db().transaction.count({ where: { userId } })).toBeGreaterThan(100)
    expect(await db().transaction.count({ where: { userId, ...own } })).toBe(0)
    expect(await db().attachment.count({ where: { userId } })).toBe(0)
  })
})
