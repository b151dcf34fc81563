import { dayMs } from '@guichet/values/calendar/day.ts'
import { isDatabaseAway } from '#lib/base/database-away.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { stateOfBank, statesOfParts } from '#lib/domain/incidents/public-status.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readBankHealth } from '#lib/services/banks/health.ts'
import { type AnnouncementView, type NewAnnouncement, PublicStatus } from '#lib/views/status.ts'
import { auditOperator, checkFreshOperator, checkOperator, type Operator } from './access.ts'
import { countWork, readPulses } from './calls-report.ts'

/** Everybody reloads during an outage. */
const keptMs = 20_000

const shared = globalThis as typeof globalThis & {
  guichetStatus?: { readonly at: number; readonly status: Promise<PublicStatus> } | undefined
}

/** Twenty seconds old at most. Never fails: without database everything is down. */
export function readPublicStatus(): Promise<PublicStatus> {
  const at = performance.now()
  if (shared.guichetStatus === undefined || at - shared.guichetStatus.at > keptMs)
    shared.guichetStatus = { at, status: readStatus() }
  return shared.guichetStatus.status
}

async function readStatus(): Promise<PublicStatus> {
  try {
    const [queues, health, pulses, announcements] = await Promise.all([
      countWork(),
      readBankHealth({ enabled: true }),
      readPulses(),
      findAnnouncements(),
    ])
    const banks = health.map(({ code, name, state }) => {
      const { calls = 0, failed = 0 } = pulses.find(({ bankCode }) => bankCode === code) ?? {}
      return { name, state: stateOfBank({ isOpen: state !== 'up', calls, failed }) }
    })
    return PublicStatus.parse({ at: now().toISOString(), parts: statesOfParts(queues), banks, announcements })
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return { at: now().toISOString(), parts: statesOfParts(null), banks: [], announcements: [] }
  }
}

async function findAnnouncements(): Promise<AnnouncementView[]> {
  const rows = await db().announcement.findMany({
    where: { OR: [{ endedAt: null }, { endedAt: { gt: new Date(now().getTime() - 7 * dayMs) } }] },
    orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { startedAt: 'desc' }],
    take: 20,
  })
  return rows.map(toView)
}

function toView({ id, textFr, textEn, startedAt, endedAt }: Prisma.AnnouncementGetPayload<object>): AnnouncementView {
  const times = { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
  return { id, text: { fr: textFr, en: textEn }, ...times }
}

/** Newest first. Refusals: `not_found`. */
export async function listAnnouncements(operator: Operator): Promise<AnnouncementView[]> {
  await checkOperator(operator)
  return (await findAnnouncements()).filter(({ endedAt }) => endedAt === null)
}

/** In both languages. Refusals: `not_found`, `reauthentication_required`. */
export async function announce(operator: Operator, { textFr, textEn }: NewAnnouncement): Promise<AnnouncementView> {
  await checkFreshOperator(operator)
  const row = await db().$transaction(async tx => {
    const data = { textFr, textEn, startedAt: now(), createdBy: operator.userId }
    const made = await tx.announcement.create({ data })
    await auditOperator(operator, 'announcement.made', { announcementId: made.id }, tx)
    return made
  })
  shared.guichetStatus = undefined
  return toView(row)
}

/** Stays for a week. Refusals: `not_found`, `reauthentication_required`. */
export async function endAnnouncement(operator: Operator, id: string): Promise<void> {
  await checkFreshOperator(operator)
  if (!isUuid(id)) throw new Refused('not_found')
  await db().$transaction(async tx => {
    const { count } = await tx.announcement.updateMany({ where: { id, endedAt: null }, data: { endedAt: now() } })
    if (count > 0) await auditOperator(operator, 'announcement.ended', { announcementId: id }, tx)
  })
  shared.guichetStatus = undefined
}
