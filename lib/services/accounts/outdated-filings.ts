import { inParallel } from '#lib/base/in-parallel.ts'
import { db, jsonText, Prisma, type Tx } from '#lib/db.ts'
import { filingVersion } from '#lib/domain/accounts/filing.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import { counterpartyOf } from '#lib/domain/accounts/transaction-counterparty.ts'
import { refileTransactions, withAccountLock } from './categorise.ts'
import { readNewestOf } from './own-names.ts'

const peopleAtOnce = 20
/** It takes seconds for the largest; the others wait for the next time. */
const longestMs = 30_000

/** What older rules filed is filed again, once; what waits for its first filing and what a person chose are left. */
export async function sweepOutdatedFilings(): Promise<void> {
  const began = performance.now()
  const outdated = { filedBy: { lt: filingVersion } }
  for (;;) {
    const people = await db().user.findMany({
      where: outdated,
      orderBy: { id: 'asc' },
      take: peopleAtOnce,
      select: { id: true },
    })
    await inParallel(people, 1, async ({ id }) => {
      await renameCounterparties(id)
      await refileTransactions(id, Prisma.sql`"category" IS NOT NULL`)
      await db().user.updateMany({ where: { id, ...outdated }, data: { filedBy: filingVersion } })
    })
    if (people.length < peopleAtOnce || performance.now() - began > longestMs) return
  }
}

async function renameCounterparties(userId: string): Promise<void> {
  await db().$transaction(tx => renameSaid(tx, userId))
  for (const { id: accountId } of await db().account.findMany({ where: { userId }, select: { id: true } })) {
    const owner = { userId, accountId }
    await withAccountLock(owner, async tx => {
      const byHand = await tx.transaction.findMany({ where: { ...owner, categorySource: 'person' } })
      const lines = byHand.map(({ key, label, codeDomain, codeFamily, codeSubFamily }) => {
        const nature = natureOf({ domain: codeDomain, family: codeFamily, subFamily: codeSubFamily })
        return { key, counterparty: counterpartyOf(label, nature) }
      })
      await tx.$executeRaw`
        UPDATE "Transaction" AS stored SET "counterparty" = line."counterparty"
        FROM json_to_recordset(${jsonText(lines)}::json) AS line("key" text, "counterparty" text)
        WHERE stored."accountId" = ${accountId}::uuid AND stored."key" = line."key" AND stored."userId"::text = ${userId}`
    })
  }
}

/** Of several that become one, the newest stays. */
async function renameSaid(tx: Tx, userId: string): Promise<void> {
  const newest = { where: { userId }, orderBy: { createdAt: 'desc' } } as const
  const [rules, names, choices] = await Promise.all([
    tx.categoryRule.findMany({ where: { userId, counterparty: { not: null } } }),
    tx.counterpartyName.findMany(newest),
    tx.recurringChoice.findMany(newest),
  ])
  const said = [...rules, ...names, ...choices].flatMap(({ counterparty }) => counterparty ?? [])
  const lines = await readNewestOf(tx, userId, said)
  const renamed = new Map(lines.map(line => [line.counterparty, counterpartyOf(line.label, line.nature)]))
  const rename = <One extends { counterparty: string }>(one: One): One => {
    return { ...one, counterparty: renamed.get(one.counterparty) ?? one.counterparty }
  }
  for (const { id, counterparty } of rules) {
    if (counterparty) await tx.categoryRule.updateMany({ where: { id, userId }, data: rename({ counterparty }) })
  }
  await tx.counterpartyName.deleteMany({ where: { userId } })
  await tx.counterpartyName.createMany({ data: names.map(rename), skipDuplicates: true })
  await tx.recurringChoice.deleteMany({ where: { userId } })
  await tx.recurringChoice.createMany({ data: choices.map(rename), skipDuplicates: true })
}
