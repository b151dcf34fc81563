import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { db } from '#lib/db.ts'
import { seal } from '#lib/vault.ts'
import { tokenOf } from './peoples-bank.ts'

/**
 * Many people, copied in SQL from one who was linked and read for real, each with their own ids, IBANs, login, amounts and labels. Every
 * fifth has exactly the first one's lines, as their bank will give them again: these can be refreshed.
 */

/** Who the others are copied from. */
export type Template = { readonly userId: string; readonly bankCodes: readonly string[] }

/** One of the people who can be refreshed and can open pages. */
export type Visitor = {
  readonly userId: string
  readonly connectionId: string
  readonly accountId: string
  readonly cookie: string
}

const chunk = 1_000

/** Adds people with the numbers `first` to `last`. Indexes of transactions are dropped meanwhile and made anew, as after a restore. */
export async function addPeople({ userId, bankCodes }: Template, first: number, last: number): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    // The copies are consistent: foreign keys need no check, row by row.
    await client.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'",
    )
    const { rows: indexes } = await client.query<{ indexdef: string; indexname: string }>(
      `SELECT indexdef, indexname FROM pg_indexes WHERE tablename = 'Transaction' AND indexname <> 'Transaction_pkey'`,
    )
    for (const { indexname } of indexes) await client.query(`DROP INDEX "${indexname}"`)
    const copies: string[] = []
    for (const copy of copiesOf(bankCodes)) copies.push(await statementOf(client, copy))
    for (let from = first; from <= last; from += chunk) {
      for (const text of copies) await client.query(text, [from, Math.min(last, from + chunk - 1), userId])
    }
    for (const { indexdef } of indexes) await client.query(indexdef)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

type Copy = {
  readonly table: string
  readonly owner?: string
  readonly joins?: string
  readonly set: Readonly<Record<string, string>>
}

const uuid = (kind: string, more = '') => `md5('${kind}' || n${more})::uuid`
const account = uuid('account', ' || \':\' || account."ordinal"')
const accounts = 'JOIN "Account" AS account ON account."id" = t."accountId"'
/** As the bank numbers them (delayed-bank.ts). */
const iban = (number: string) => {
  const text = `'1987000001' || lpad((${number})::text, 11, '0') || '00'`
  return `'FR' || lpad((98 - mod((${text} || '152700')::numeric, 97))::text, 2, '0') || ${text}`
}
const ibanOfTemplate = (ordinal: number) =>
  `(SELECT "iban" FROM "Account" WHERE "userId" = t."userId" AND "ordinal" = ${ordinal})`
/** A word of the label that others have too, but not all. */
const varied = (text: string, other: string) => `CASE WHEN n % 5 = 0 THEN ${text} ELSE ${other} END`
const word = `substr(md5((n * 7919 + length(t."key") + right(t."key", 4)::int)::text), 1, 6)`

function copiesOf(bankCodes: readonly string[]): readonly Copy[] {
  const codes = `(ARRAY[${bankCodes.map(code => `'${code}'`).join(', ')}])[1 + n % ${bankCodes.length}]`
  const userId = uuid('user')
  const connectionId = uuid('connection')
  return [
    { table: 'User', owner: 'id', set: { id: userId, email: `'person-' || n || '@bench.example'` } },
    {
      table: 'Connection',
      set: {
        id: connectionId,
        userId,
        bankCode: codes,
        loginFingerprint: `md5('login' || n)`,
        nextRefreshAt: `now() + interval '1 hour' + random() * interval '8 hours'`,
      },
    },
    {
      table: 'Consent',
      set: {
        id: uuid('consent'),
        userId,
        connectionId,
        choice: `replace(replace(t."choice"::text, ${ibanOfTemplate(0)}, ${iban('2 * n')}), ${ibanOfTemplate(1)}, ${iban('2 * n + 1')})::jsonb`,
      },
    },
    ...accountsOf(userId, connectionId),
  ]
}

function accountsOf(userId: string, connectionId: string): readonly Copy[] {
  return [
    {
      table: 'Account',
      set: {
        id: uuid('account', ' || \':\' || t."ordinal"'),
        userId,
        connectionId,
        iban: iban('2 * n + t."ordinal"'),
        resourceId: `'R' || (2 * n + t."ordinal")`,
      },
    },
    { table: 'Balance', joins: accounts, set: { id: 'gen_random_uuid()', userId, accountId: account } },
    {
      table: 'Transaction',
      joins: accounts,
      set: {
        userId,
        accountId: account,
        amountMinor: varied('t."amountMinor"', `t."amountMinor" + n % 977`),
        label: varied('t."label"', `t."label" || ' ' || ${word}`),
        remittance: varied('t."remittance"', `t."remittance" || ${word}`),
        searchText: varied('t."searchText"', `t."searchText" || ' ' || ${word}`),
      },
    },
  ]
}

async function statementOf(client: pg.Client, { table, owner = 'userId', joins = '', set }: Copy): Promise<string> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  )
  const columns = rows.map(({ column_name }) => column_name)
  const values = columns.map(column => set[column] ?? `t."${column}"`)
  return `INSERT INTO "${table}" (${columns.map(column => `"${column}"`).join(', ')})
    SELECT ${values.join(', ')} FROM generate_series($1::int, $2::int) AS n, "${table}" AS t ${joins} WHERE t."${owner}" = $3`
}

/** Gives so many of the people up to `last` tokens and a browser that is signed in. */
export async function chooseVisitors(count: number, last: number): Promise<readonly Visitor[]> {
  const able = Math.floor(last / 5)
  const tomorrow = new Date(Date.now() + 86_400_000)
  return Promise.all(
    Array.from({ length: Math.min(count, able) }, async (_, at) => {
      const person = 5 * (1 + Math.floor((at * able) / Math.min(count, able)))
      const userId = uuidOf(`user${person}`)
      const connectionId = uuidOf(`connection${person}`)
      const sealed = (column: string, token: string) =>
        seal(token, { row: connectionId, column: `Connection.${column}` })
      await db().connection.update({
        where: { id: connectionId },
        data: {
          accessSealed: await sealed('accessSealed', tokenOf(person)),
          refreshSealed: await sealed('refreshSealed', 'refresh'),
          accessExpiresAt: tomorrow,
        },
      })
      const token = randomBytes(32).toString('base64url')
      const tokenHash = createHash('sha256').update(token).digest('hex')
      await db().session.create({ data: { userId, tokenHash, idleExpiresAt: tomorrow, absoluteExpiresAt: tomorrow } })
      return {
        userId,
        connectionId,
        accountId: uuidOf(`account${person}:0`),
        cookie: `__Host-guichet.session=${token}`,
      }
    }),
  )
}

function uuidOf(text: string): string {
  const digits = createHash('md5').update(text).digest('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
