import { dayMs } from '@guichet/values/calendar/day.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { suspensionOf } from '#lib/services/apps/allow.ts'
import { mailEach, pageAt } from '#lib/services/mail/queue.ts'
import type { MailWords } from '#lib/services/mail/words/write.ts'
import { dropPending } from '#lib/services/webhooks/endpoints.ts'
import type { AppClientLine, AppLimitInput, AppSuspensionInput } from '#lib/views/operator-app.ts'
import { checkFreshOperator, checkOperator, type Operator } from './access.ts'

/** Programs that people let read accounts. Nobody sees here whose accounts, nor what was read. */

const mostShown = 200
const running = () => Prisma.sql`app."endedAt" IS NULL AND app."claimedAt" IS NOT NULL AND app."expiresAt" > ${now()}`

/** Most used first. */
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

type Row = Omit<AppClientLine, 'hosts' | 'lastReadAt' | 'createdAt' | 'suspended'> & {
  readonly redirectUris: readonly string[]
  readonly lastReadAt: Date | null
  readonly createdAt: Date
  readonly suspendedAt: Date | null
  readonly reasonFr: string | null
  readonly reasonEn: string | null
}

async function readLines(which: Prisma.Sql): Promise<AppClientLine[]> {
  const since = new Date(now().getTime() - 30 * dayMs)
  const rows = await db().$queryRaw<Row[]>`
    SELECT client."id", client."kind"::text, client."name", client."redirectUris", client."createdAt", client."hourlyLimit",
      client."suspendedAt", client."reasonFr", client."reasonEn",
      count(DISTINCT app."userId") FILTER (WHERE ${running()})::int AS "people", max(app."lastReadAt") AS "lastReadAt",
      (SELECT count(*)::int FROM "AppReading" AS reading JOIN "App" AS read ON read."id" = reading."appId"
        WHERE read."clientId" = client."id" AND reading."at" >= ${since}) AS "readings"
    FROM "AppClient" AS client LEFT JOIN "App" AS app ON app."clientId" = client."id"
    WHERE ${which} GROUP BY client."id"
    ORDER BY "people" DESC, "lastReadAt" DESC NULLS LAST, client."createdAt" DESC LIMIT ${mostShown}`
  return rows.map(({ redirectUris, lastReadAt, createdAt, suspendedAt, reasonFr, reasonEn, ...row }) => ({
    ...row,
    hosts: [...new Set(redirectUris.map(uri => new URL(uri).host || new URL(uri).protocol))],
    lastReadAt: lastReadAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    suspended: suspensionOf({ suspendedAt, reasonFr, reasonEn }),
  }))
}

/**
 * At once and for everybody who uses it; they are told by mail, also once it goes on. Idempotent. Refusals: `not_found`,
 * `reauthentication_required`, `invalid_input` (`reasonFr`, `reasonEn`).
 */
export async function changeAppSuspension(operator: Operator, id: string, input: AppSuspensionInput): Promise<void> {
  await change(operator, id, async (tx, client) => {
    if ((client.suspendedAt !== null) === input.suspended) return null
    const { name } = client
    const values = { name: { stranger: name }, until: now() }
    if (!input.suspended) {
      await mailUsers(tx, id, { template: 'app_resumed', values, page: pageAt('/settings/apps') })
      return { data: { suspendedAt: null, reasonFr: null, reasonEn: null }, action: 'app_client.resumed' }
    }
    const [reasonFr, reasonEn] = [cleanText(input.reasonFr, 500), cleanText(input.reasonEn, 500)]
    if (reasonFr.length < 5) throw new Refused('invalid_input', { field: 'reasonFr' })
    if (reasonEn.length < 5) throw new Refused('invalid_input', { field: 'reasonEn' })
    const reason = { fr: reasonFr, en: reasonEn }
    await mailUsers(tx, id, {
      template: 'app_suspended',
      values: { ...values, reason },
      page: pageAt('/settings/apps'),
    })
    await dropPending(tx, { endpoint: { app: { clientId: id } } })
    const data = { suspendedAt: now(), reasonFr, reasonEn }
    return { data, action: 'app_client.suspended', detail: { reasonFr, reasonEn } }
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
