import { inParallel } from '#lib/base/in-parallel.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { daysLeft } from '#lib/domain/consent/connection.ts'
import { dueReminder, nextReminderAt } from '#lib/domain/consent/reminder.ts'
import { tellApps } from '#lib/services/events/tell-apps.ts'
import { moveConnection } from '#lib/services/grants/connection-state.ts'
import { dropNotices, notifyPerson } from '#lib/services/people/notices.ts'

/** § AIS Limits, 180 days. Who advances `remindAt` writes the notice, so a restart loses none. */

const atOnce = 50

/** 30, 14, 7 and 1 days before, and at the end. Returns how many. */
export async function remindOfExpiry(): Promise<number> {
  const due = await db().connection.findMany({
    where: { remindAt: { lte: now() } },
    orderBy: { remindAt: 'asc' },
    take: atOnce,
    select: {
      id: true,
      userId: true,
      status: true,
      authorisedAt: true,
      expiresAt: true,
      remindAt: true,
      bank: { select: { name: true } },
    },
  })
  let reminded = 0
  await inParallel(due, 1, async connection => {
    if (await db().$transaction(tx => remind(tx, connection))) reminded += 1
  })
  return reminded
}

type Due = Pick<
  Prisma.ConnectionGetPayload<object>,
  'id' | 'userId' | 'status' | 'authorisedAt' | 'expiresAt' | 'remindAt'
> & { readonly bank: { readonly name: string } }

async function remind(tx: Tx, { id, userId, status, authorisedAt, expiresAt, remindAt, bank }: Due): Promise<boolean> {
  const alive = status === 'active' || status === 'choosing'
  const next = alive && expiresAt ? nextReminderAt(expiresAt, now()) : null
  const mine = await tx.connection.updateMany({ where: { id, userId, remindAt, status }, data: { remindAt: next } })
  if (mine.count === 0 || !alive || expiresAt === null) return false
  if (expiresAt <= now()) {
    return moveConnection(tx, { userId, connectionId: id, event: 'authorisation_ended', reason: null })
  }
  const days = dueReminder(expiresAt, now())
  // Nothing to renew: home asks to finish linking.
  if (days === null || status === 'choosing') return false
  // Replaces those before.
  await dropNotices(tx, userId, { connectionId: id, kind: 'renewal_due' })
  const left = daysLeft(expiresAt, now()) ?? days
  await tellApps(tx, { type: 'consent.ending', userId, accounts: { connectionId: id } })
  return notifyPerson(tx, {
    userId,
    connectionId: id,
    kind: 'renewal_due',
    key: `renewal_due:${id}:${authorisedAt?.getTime() ?? 0}:${days}`,
    facts: { bankName: bank.name, daysLeft: left, endsAt: expiresAt.toISOString() },
  })
}
