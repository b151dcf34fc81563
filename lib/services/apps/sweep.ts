import { dayMs } from '@guichet/values/calendar/day.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { endNoticeAt } from '#lib/domain/apps/allowance.ts'
import { tellApps } from '#lib/services/events/tell-apps.ts'
import { mailAppChange } from './mails.ts'

const roundLimit = 500
/** The register of what left is kept as long as a bank's access log. */
const readingsKeptDays = 400

/** One mail per app and end. */
export async function tellOfEndingApps(): Promise<void> {
  const at = now()
  const due = await db().app.findMany({
    where: { endedAt: null, endSaidAt: null, agreedAt: { not: null }, expiresAt: { gt: at, lt: endNoticeAt(at) } },
    orderBy: { expiresAt: 'asc' },
    take: roundLimit,
    select: { id: true, userId: true, name: true, expiresAt: true },
  })
  for (const { id, userId, name, expiresAt } of due) {
    await db().$transaction(async tx => {
      const where = { id, userId, endSaidAt: null, expiresAt }
      const { count } = await tx.app.updateMany({ where, data: { endSaidAt: at } })
      if (count === 0 || !expiresAt) return
      await mailAppChange(tx, userId, { template: 'app_ending', appId: id, name, until: noonBefore(expiresAt) })
      await tellApps(tx, { type: 'consent.ending', userId, accounts: {} }, id)
    })
  }
}

/** On the last day: an access ends at the midnight after it. */
const noonBefore = (end: Date) => new Date(end.getTime() - dayMs / 2)

/** Choices never agreed to, after a day; programs that nobody ever allowed, after a week; readings after thirteen months. */
export async function sweepApps(): Promise<void> {
  const before = (days: number) => ({ lt: new Date(now().getTime() - days * dayMs) })
  await db().app.deleteMany({ where: { agreedAt: null, createdAt: before(1) } })
  await db().appClient.deleteMany({
    where: { kind: 'oauth', createdAt: before(7), suspendedAt: null, apps: { none: {} } },
  })
  await db().appReading.deleteMany({ where: { at: before(readingsKeptDays) } })
}
