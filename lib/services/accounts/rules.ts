import { isoDay } from '@guichet/values/calendar/day.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { foldText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, Prisma } from '#lib/db.ts'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { type Rule, saysNothing } from '#lib/domain/accounts/rule.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { RuleInput, RulePreview, RuleResult, RuleView } from '#lib/views/category.ts'
import { categoriseNew, readRules, refileTransactions } from './categorise.ts'
import { whereOnce } from './counted.ts'
import { readNaming, readNewestOf } from './own-names.ts'
import { whereRule } from './transactions-where.ts'

const ruleLimit = 200

/** In order, with their transactions counted. */
export async function listRules({ userId }: Person): Promise<{ rules: RuleView[] }> {
  await categoriseNew(userId)
  const [rules, counts] = await Promise.all([readRules(db(), userId), countByRule(userId)])
  const names = await readShownNames(
    userId,
    rules.flatMap(({ counterparty }) => counterparty ?? []),
  )
  return { rules: rules.map(rule => toRuleView(rule, counts.get(rule.id) ?? 0, names)) }
}

/** As in lists: by their newest transaction. */
async function readShownNames(userId: string, counterparties: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (counterparties.length === 0) return new Map()
  const [lines, naming] = await Promise.all([readNewestOf(db(), userId, counterparties), readNaming(userId)])
  return new Map(lines.map(line => [line.counterparty, naming(line).name]))
}

/** As lists show them: an account of two logins once. */
async function countByRule(userId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db().$queryRaw<{ ruleId: string; count: bigint }[]>`
    SELECT "ruleId", count(*) AS "count" FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "ruleId" IS NOT NULL AND ${await whereOnce(userId, [], 'list')} GROUP BY 1`
  return new Map(rows.map(({ ruleId, count }) => [ruleId, Number(count)]))
}

function toRuleView(rule: Rule, lineCount: number, names: ReadonlyMap<string, string>): RuleView {
  const { id, pattern, counterparty, direction, currency, accountId, category } = rule
  const amountOf = (minor: bigint | null) =>
    minor === null ? null : formatAmount({ amountMinor: minor, currency: currency ?? 'EUR' })
  const [min, max] = [amountOf(rule.minMinor), amountOf(rule.maxMinor)]
  const named = counterparty === null ? null : (names.get(counterparty) ?? counterparty)
  return { id, pattern, counterparty, direction, min, max, currency, accountId, category, lineCount, named }
}

/**
 * Before the others, applied at once. Refusals: `invalid_input` naming `pattern` (no condition), `min`, `max`,
 * `accountId`, `category` or `count` (200).
 */
export async function addRule({ userId }: Person, input: RuleInput): Promise<RuleResult> {
  const conditions = await readInput(userId, input)
  if ((await db().categoryRule.count({ where: { userId } })) >= ruleLimit)
    throw new Refused('invalid_input', { field: 'count' })
  const first = await db().categoryRule.aggregate({ where: { userId }, _min: { position: true } })
  const position = (first._min.position ?? 1) - 1
  const rule = await db().categoryRule.create({ data: { userId, position, ...conditions } })
  return applied(userId, rule.id, whereRule(userId, conditions))
}

/** Applied to what it matched before and now. Refusals: as `addRule`, `not_found`. */
export async function changeRule({ userId }: Person, id: string, input: RuleInput): Promise<RuleResult> {
  await requireRule(userId, id)
  const conditions = await readInput(userId, input)
  await db().categoryRule.updateMany({ where: { id, userId }, data: conditions })
  return applied(userId, id, Prisma.sql`("ruleId" = ${id}::uuid OR (${whereRule(userId, conditions)}))`)
}

/** Its transactions are categorised again. Refusals: `not_found`. */
export async function removeRule({ userId }: Person, id: string): Promise<void> {
  await requireRule(userId, id)
  await db().categoryRule.deleteMany({ where: { id, userId } })
  await refileTransactions(userId, Prisma.sql`"ruleId" = ${id}::uuid`)
}

/** The first match applies. Refusals: `invalid_input` unless exactly this person's ids. */
export async function orderRules({ userId }: Person, ids: readonly string[]): Promise<{ rules: RuleView[] }> {
  const known = new Set((await readRules(db(), userId)).map(({ id }) => id))
  const same = ids.length === known.size && new Set(ids).size === ids.length && ids.every(id => known.has(id))
  if (!same) throw new Refused('invalid_input', { field: 'ids' })
  await db().$transaction(
    ids.map((id, position) => db().categoryRule.updateMany({ where: { id, userId }, data: { position } })),
  )
  await refileTransactions(userId, Prisma.sql`"ruleId" IS NOT NULL`)
  return listRules({ userId })
}

/** Stores nothing. Refusals as `addRule`. */
export async function previewRule({ userId }: Person, input: RuleInput): Promise<RulePreview> {
  await categoriseNew(userId)
  const conditions = await readInput(userId, input)
  const among = conditions.accountId === null ? [] : [conditions.accountId]
  const matches = Prisma.sql`${whereRule(userId, conditions)} AND ${await whereOnce(userId, among, 'list')}`
  const [[counts], examples] = await Promise.all([
    db().$queryRaw<{ matches: bigint; changes: bigint; byHand: bigint }[]>`
      SELECT count(*) AS "matches",
        count(*) FILTER (WHERE "categorySource" <> 'person' AND "category" <> ${conditions.category}) AS "changes",
        count(*) FILTER (WHERE "categorySource" = 'person') AS "byHand"
      FROM "Transaction" WHERE ${matches}`,
    db().$queryRaw<{ label: string; day: Date; amountMinor: bigint; currency: string }[]>`
      SELECT "label", "day", "amountMinor", "currency" FROM "Transaction" WHERE ${matches}
      ORDER BY "day" DESC, "key" DESC LIMIT 5`,
  ])
  return {
    matches: Number(counts?.matches ?? 0),
    changes: Number(counts?.changes ?? 0),
    byHand: Number(counts?.byHand ?? 0),
    examples: examples.map(({ label, day, ...money }) => ({
      label,
      day: isoDay(day),
      amount: formatAmount(money),
      currency: money.currency,
    })),
  }
}

/** One rule per counterparty, the latest choice. */
export async function addCounterpartyRule(
  userId: string,
  counterparty: string,
  category: string,
): Promise<{ ruleId: string; changed: number }> {
  const none = { pattern: '', direction: null, min: null, max: null, currency: null, accountId: null }
  const input: RuleInput = { ...none, counterparty, category }
  const same = { pattern: '', direction: null, minMinor: null, maxMinor: null, accountId: null, counterparty }
  const known = await db().categoryRule.findFirst({
    where: { userId, ...same },
    orderBy: { position: 'asc' },
    select: { id: true },
  })
  const { rule, changed } = known ? await changeRule({ userId }, known.id, input) : await addRule({ userId }, input)
  return { ruleId: rule.id, changed }
}

async function applied(userId: string, id: string, among: Prisma.Sql): Promise<RuleResult> {
  const changed = await refileTransactions(userId, among)
  const { rules } = await listRules({ userId })
  const rule = rules.find(one => one.id === id)
  if (!rule) throw new Refused('not_found')
  return { rule, changed }
}

async function requireRule(userId: string, id: string): Promise<void> {
  const known = isUuid(id) && (await db().categoryRule.count({ where: { id, userId } })) > 0
  if (!known) throw new Refused('not_found')
}

/** Validated against accounts and categories. */
async function readInput(userId: string, input: RuleInput): Promise<Omit<Rule, 'id'>> {
  const { direction, accountId, category } = input
  const currency = input.currency ?? ((input.min ?? input.max) ? 'EUR' : null)
  const minorOf = (field: 'min' | 'max') => {
    const text = input[field]
    if (text === null) return null
    const money = parseAmount(text, currency ?? 'EUR')
    if (!money) throw new Refused('invalid_input', { field })
    return money.amountMinor
  }
  const counterparty = input.counterparty === null ? null : foldText(input.counterparty) || null
  const [minMinor, maxMinor] = [minorOf('min'), minorOf('max')]
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor)
    throw new Refused('invalid_input', { field: 'max' })
  const rule = { pattern: input.pattern, counterparty, direction, minMinor, maxMinor, currency, accountId, category }
  if (saysNothing(rule)) throw new Refused('invalid_input', { field: 'pattern' })
  if (accountId !== null && (await db().account.count({ where: { id: accountId, userId } })) === 0) {
    throw new Refused('invalid_input', { field: 'accountId' })
  }
  const known =
    isBuiltInCategory(category) ||
    (isUuid(category) && (await db().category.count({ where: { id: category, userId } })) > 0)
  if (!known) throw new Refused('invalid_input', { field: 'category' })
  return rule
}
