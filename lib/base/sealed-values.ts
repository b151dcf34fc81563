import { db, Prisma, sqlName } from '#lib/db.ts'

/** Each column has an index on `vault_kid`, so asking which keys are in use is cheap. '' was sealed by no vault. */

export type SealedColumn = {
  readonly model: string
  readonly key: string
  readonly column: string
  /** If large. */
  readonly partSize?: number
}

/** A test compares with the schema, and its indexes. */
export const sealedColumns: readonly SealedColumn[] = [
  { model: 'registration', key: 'platform', column: 'registrationTokenSealed' },
  { model: 'linkFlow', key: 'id', column: 'verifierSealed' },
  { model: 'linkFlow', key: 'id', column: 'sealedTokens' },
  { model: 'connection', key: 'id', column: 'accessSealed' },
  { model: 'connection', key: 'id', column: 'refreshSealed' },
  { model: 'connection', key: 'id', column: 'previousSealed' },
  { model: 'certificateSet', key: 'id', column: 'qwacKeySealed' },
  { model: 'certificateSet', key: 'id', column: 'qsealKeySealed' },
  { model: 'revocation', key: 'id', column: 'tokenSealed' },
  { model: 'linkHandoff', key: 'id', column: 'claimSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'reportSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'consentSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'codeSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'confirmSealed' },
  { model: 'paymentCancellation', key: 'id', column: 'consentSealed' },
  { model: 'webhookEndpoint', key: 'id', column: 'secretSealed' },
  { model: 'webhookEndpoint', key: 'id', column: 'previousSecretSealed' },
  { model: 'totp', key: 'userId', column: 'secretSealed' },
  { model: 'totp', key: 'userId', column: 'codesSealed' },
  { model: 'mail', key: 'id', column: 'wordsSealed' },
  { model: 'app', key: 'id', column: 'setupSealed' },
  { model: 'pushTarget', key: 'id', column: 'targetSealed' },
  { model: 'organisationDocument', key: 'id', column: 'contentSealed', partSize: 1 },
  // Its key has three parts.
  { model: 'idempotentAnswer', key: 'leaseId', column: 'bodySealed' },
]

export const tableOf = (model: string) => `${model.charAt(0).toUpperCase()}${model.slice(1)}`

/** `select`: of each key's values (`FROM … WHERE …`). */
function forEachKid(select: (column: SealedColumn, values: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  const parts = sealedColumns.map(one => {
    const { table, column } = sqlOf(one)
    const all = Prisma.sql`FROM ${table} WHERE ${column} IS NOT NULL`
    return Prisma.sql`SELECT ${tableOf(one.model)} AS "table", "kid", ${select(one, Prisma.sql`${all} AND vault_kid(${column}) = "kid"`)}
      FROM (WITH RECURSIVE found AS (
        SELECT (SELECT min(vault_kid(${column})) ${all}) AS "kid"
        UNION ALL SELECT (SELECT min(vault_kid(${column})) ${all} AND vault_kid(${column}) > found."kid") FROM found
          WHERE found."kid" IS NOT NULL
      ) SELECT "kid" FROM found WHERE "kid" IS NOT NULL) AS kids`
  })
  return Prisma.join(parts, ' UNION ALL ')
}

function sqlOf({ model, key, column }: SealedColumn) {
  return { table: sqlName(tableOf(model)), key: sqlName(key), column: sqlName(column) }
}

export type SealedCount = { readonly table: string; readonly kid: string; readonly count: number }

/** At most `atMost` per column. */
export async function countSealed(atMost = Number.MAX_SAFE_INTEGER): Promise<readonly SealedCount[]> {
  const counts = forEachKid(
    (_, values) =>
      Prisma.sql`(SELECT count(*) FROM (SELECT 1 ${values} LIMIT ${atMost}::bigint) AS counted) AS "count"`,
  )
  return db().$queryRaw<SealedCount[]>`
    SELECT "table", "kid", sum("count")::int AS "count" FROM (${counts}) AS columns GROUP BY 1, 2 ORDER BY 2, 1`
}

export type SealedSample = { readonly table: string; readonly kid: string; readonly sealed: string | null }

/** Null where large. */
export async function sampleSealed(): Promise<readonly SealedSample[]> {
  const samples = forEachKid((one, values) =>
    one.partSize === undefined
      ? Prisma.sql`(SELECT ${sqlOf(one).column} ${values} LIMIT 1) AS "sealed"`
      : Prisma.sql`NULL AS "sealed"`,
  )
  return db().$queryRaw<SealedSample[]>`${samples}`
}

export type SealedValue = { readonly id: string; readonly sealed: string }

/** But for rows `except`. */
export async function findSealed(
  one: SealedColumn,
  kid: string,
  { except, atMost }: { readonly except: readonly string[]; readonly atMost: number },
): Promise<readonly SealedValue[]> {
  const { table, key, column } = sqlOf(one)
  return db().$queryRaw<SealedValue[]>`
    SELECT ${key}::text AS "id", ${column} AS "sealed" FROM ${table}
    WHERE ${column} IS NOT NULL AND vault_kid(${column}) = ${kid} AND ${key}::text <> ALL(${except}::text[]) LIMIT ${atMost}`
}
