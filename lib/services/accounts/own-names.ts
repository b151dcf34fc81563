import { isUuid } from '#lib/base/ids.ts'
import { db, type Tx } from '#lib/db.ts'
import { nameOfLine } from '#lib/domain/accounts/line-name.ts'
import { natureOf, type TransactionNature } from '#lib/domain/accounts/transaction.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { NameInput, NameResult } from '#lib/views/category.ts'

/** All are read for every list. */
const nameLimit = 400

export type OwnName = { readonly counterparty: string; readonly name: string }

export function listOwnNames(userId: string): Promise<OwnName[]> {
  return db().counterpartyName.findMany({
    where: { userId },
    select: { counterparty: true, name: true },
    orderBy: { counterparty: 'asc' },
    take: nameLimit,
  })
}

type NamedLine = { readonly label: string; readonly counterparty: string; readonly nature: TransactionNature }

export async function readNewestOf(tx: Tx, userId: string, counterparties: readonly string[]): Promise<NamedLine[]> {
  const rows = await tx.$queryRaw<(Omit<NamedLine, 'nature'> & Parameters<typeof natureOf>[0])[]>`
    SELECT DISTINCT ON ("counterparty") "counterparty", "label", "codeDomain" AS "domain", "codeFamily" AS "family",
      "codeSubFamily" AS "subFamily"
    FROM "Transaction" WHERE "userId" = ${userId}::uuid AND "counterparty" = ANY(${counterparties}::text[])
    ORDER BY "counterparty", "day" DESC, "key"`
  return rows.map(row => ({ ...row, nature: natureOf(row) }))
}

/** `own`: chosen by the person. */
export type Naming = (line: NamedLine) => { readonly name: string; readonly own: boolean }

/** Their own, else by `nameOfLine`. For one list. */
export async function readNaming(userId: string): Promise<Naming> {
  const names = new Map((await listOwnNames(userId)).map(({ counterparty, name }) => [counterparty, name]))
  return ({ label, counterparty, nature }) => {
    const name = counterparty === '' ? undefined : names.get(counterparty)
    return name === undefined ? { name: nameOfLine(label, nature), own: false } : { name, own: true }
  }
}

/**
 * For past and future transactions; null removes. Refusals: `not_found`; `invalid_input` naming `name` without a
 * counterparty, or `count` (400).
 */
export async function nameCounterparty({ userId }: Person, input: NameInput): Promise<NameResult> {
  const { accountId, key, name } = input
  if (!isUuid(accountId)) throw new Refused('not_found')
  const line = requireFound(await db().transaction.findFirst({ where: { userId, accountId, key } }))
  const { label, counterparty } = line
  if (!counterparty) throw new Refused('invalid_input', { field: 'name' })
  const side = { userId, counterparty }
  if (name === null) {
    await db().counterpartyName.deleteMany({ where: side })
    const nature = natureOf({ domain: line.codeDomain, family: line.codeFamily, subFamily: line.codeSubFamily })
    return { name: nameOfLine(label, nature), named: false }
  }
  const others = await db().counterpartyName.count({ where: { userId, counterparty: { not: counterparty } } })
  if (others >= nameLimit) throw new Refused('invalid_input', { field: 'count' })
  await db().counterpartyName.upsert({
    where: { userId_counterparty: side },
    create: { ...side, name },
    update: { name },
  })
  return { name, named: true }
}
