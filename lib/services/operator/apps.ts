import { dayMs } from '@guichet/values/calendar/day.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { mailEach, pageAt } from '#lib/services/mail/queue.ts'
import type { MailWords } from '#lib/services/mail/words/write.ts'
import type { AppClientLine, AppKindLine, AppLimitInput } from '#lib/views/operator-app.ts'
import type { SuspensionInput } from '#lib/views/operator-merchant.ts'
import { checkFreshOperator, checkOperator, type Operator } from './access.ts'

/** Programs that people let read accounts. Nobody sees here whose accounts, nor what was read. */

const mostShown = 200
const running = () => Prisma.sql`app."endedAt" IS NULL AND app."claimedAt" IS NOT NULL AND app."expiresAt" > ${now()}`

/** Those that registered themselves, most used first. */
export async function listAppClients(operator: Pick<Operator, 'userId'>): Promise<AppClientLine[]> {
  await checkOperator(operator)
  return readLines(Prisma.sql`TRUE`)
}

/** Refusals: `not_found`. */
export async function readAppClient(operator: Pick<Operator, 'userId'>, id: string): Promise<AppClientLine> {
  await checkOperator(operator)
  const [line] = isUuid(id) ? await readLines(Prisma.sql`client."id" = ${id}::uuid`) : []
  if (!line) throw new Refused('not_found')
  return line
}

/** Also of programs that people set up themselves, which cannot be told apart. */
export async function countAppKinds(operator: Pick<Operator, 'userId'>): Promise<AppKindLine[]> {
  await checkOperator(operator)
  const rows = await db().$queryRaw<(Omit<AppKindLine, 'lastReadAt'> & { lastReadAt: Date | null })[]>`
    SELECT app."kind", count(DISTINCT app."userId")::int AS "people", max(app."lastReadAt") AS "lastReadAt"
    FROM "App" AS app WHERE ${running()} GROUP BY app."kind" ORDER BY app."kind"`
  return rows.map(row => ({ ...row, lastReadAt: row.lastReadAt?.toISOString() ?? null }))
}

type Row = Omit<AppClientLine, 'hosts' | 'lastReadAt' | 'createdAt' | 'suspended'> & {
  readonly redirectUris: readonly string[]
  readonly lastReadAt: Date | null
  readonly createdAt: Date
  readonly suspendedReason: string | null
}

async function readLines(which: Prisma.Sql): Promise<AppClientLine[]> {
  const since = new Date(now().getTime() - 30 * dayMs)
  const rows = await db().$queryRaw<Row[]>`
    SELECT client."id", client."name", client."redirectUris", client."createdAt", client."hourlyLimit", client."suspendedReason",
      count(DISTINCT app."userId") FILTER (WHERE ${running()})::int AS "people", max(app."lastReadAt") AS "lastReadAt",
      (SELECT count(*)::int FROM "AppReading" AS reading JOIN "App" AS read ON read."id" = reading."appId"
        WHERE read."clientId" = client."id" AND reading."at" >= ${since}) AS "readings"
    FROM "AppClient" AS client LEFT JOIN "App" AS app ON app."clientId" = client."id"
    WHERE ${which} GROUP BY client."id"
    ORDER BY "people" DESC, "lastReadAt" DESC NULLS LAST, client."createdAt" DESC LIMIT ${mostShown}`
  return rows.map(({ redirectUris, lastReadAt, createdAt, suspendedReason, ...row }) => ({
    ...row,
    hosts: [...new Set(redirectUris.map(uri => new URL(uri).host || new URL(uri).protocol))],
    lastReadAt: lastReadAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    suspended: suspendedReason,
  }))
}

/**
 * At once and for everybody who uses it; they are told by mail, also once it goes on. Idempotent. Refusals: `not_found`,
 * `reauthentication_required`, `invalid_input` (`reason`).
 */
export async function changeAppSuspension(operator: Operator, id: string, input: SuspensionInput): Promise<void> {
  await change(operator, id, async (tx, client) => {
    if ((client.suspendedAt !== null) === input.suspended) return null
    const { name } = client
    const values = { name: { stranger: name }, until: now() }
    if (!input.suspended) {
      await mailUsers(tx, id, { template: 'app_resumed', values, page: pageAt('/settings/apps') })
      return { data: { suspendedAt: null, suspendedReason: null }, action: 'app_client.resumed' }
    }
    const reason = cleanText(input.reason, 500)
    if (reason.length < 5) throw new Refused('invalid_input', { field: 'reason' })
    await mailUsers(tx, id, {
      template: 'app_suspended',
      values: { ...values, reason },
      page: pageAt('/settings/apps'),
    })
    return { data: { suspendedAt: now(), suspendedReason: reason }, action: 'app_client.suspended', detail: { reason } }
  })
}

/** Refusals: `not_found`, `reauthentication_required`. */
export async function changeAppLimit(operator: Operator, id: string, { limit }: AppLimitInput): Promise<void> {
  await change(operator, id, async () => {
    return { data: { hourlyLimit: limit }, action: 'app_client.limited', detail: { limit } }
  })
}

type Client = Prisma.AppClientGetPayload<object>
type Change = {
  readonly data: Prisma.AppClientUpdateInput
  readonly action: string
  readonly detail?: Prisma.InputJsonObject
}

/** Row, audit and mails together; null changes nothing. */
async function change(
  operator: Operator,
  id: string,
  decide: (tx: Tx, client: Client) => Promise<Change | null>,
): Promise<void> {
  await checkFreshOperator(operator)
  await db().$transaction(async tx => {
    const [locked] = isUuid(id)
      ? await tx.$queryRaw<{ id: string }[]>`SELECT "id" FROM "AppClient" WHERE "id" = ${id}::uuid FOR UPDATE`
      : []
    if (!locked) throw new Refused('not_found')
    const changed = await decide(tx, await tx.appClient.findUniqueOrThrow({ where: { id } }))
    if (changed === null) return
    const { data, action, detail = {} } = changed
    await tx.appClient.update({ where: { id }, data })
    await appendAudit({ userId: operator.userId, stream: `app_client:${id}`, action, detail: { id, ...detail } }, tx)
  })
}

function mailUsers(tx: Tx, clientId: string, words: MailWords): Promise<void> {
  const using = { clientId, endedAt: null, claimedAt: { not: null }, expiresAt: { gt: now() } }
  const key = `${words.template}:${clientId}:${now().getTime()}`
  return mailEach(tx, { apps: { some: using } }, { kind: 'security_changed', aboutId: clientId, key, words })
}
