import { distrustClock, isSteady } from '#lib/clock/steady.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { nextReminderAt } from '#lib/domain/consent/reminder.ts'
import { readableDays } from '#lib/domain/payments/attempt/machine.ts'
import { log } from '#lib/log.ts'
import { reviveConnection } from '#lib/services/grants/connection-state.ts'

/**
 * A clock that jumped ahead and back leaves times in our rows that are days away: the next refresh, a payment's next due time, a
 * lease whose holder is gone. Nothing is ever scheduled further ahead than listed here, so anything later is reset to be due. A
 * test compares the list with the schema.
 */

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Clocks of our processes and of PostgreSQL may differ by this much. */
const slackMs = 10 * minuteMs

/** Longer than any lease lasts. */
const longestLease = '10 minutes'

type Beyond = { readonly gt: Date }

/** Times by our clock, with the longest they are ever scheduled ahead. */
const ofOurClock: {
  readonly [column: string]: {
    readonly longestMs: number
    readonly pull: (beyond: Beyond, at: Date) => Promise<{ count: number }>
  }
} = {
  // A pause of a day, and the night after it.
  'Connection.nextRefreshAt': {
    longestMs: 40 * hourMs,
    pull: (beyond, at) => db().connection.updateMany({ where: { nextRefreshAt: beyond }, data: { nextRefreshAt: at } }),
  },
  'Connection.restsUntil': {
    longestMs: 24 * hourMs,
    pull: (beyond, at) => db().connection.updateMany({ where: { restsUntil: beyond }, data: { restsUntil: at } }),
  },
  'PaymentAttempt.nextAt': {
    longestMs: 6 * hourMs,
    pull: (beyond, at) => db().paymentAttempt.updateMany({ where: { nextAt: beyond }, data: { nextAt: at } }),
  },
  'WebhookDelivery.nextAt': {
    longestMs: 24 * hourMs,
    pull: (beyond, at) => db().webhookDelivery.updateMany({ where: { nextAt: beyond }, data: { nextAt: at } }),
  },
  'Mail.nextTryAt': {
    longestMs: hourMs,
    pull: (beyond, at) => db().mail.updateMany({ where: { nextTryAt: beyond }, data: { nextTryAt: at } }),
  },
  'Revocation.nextTryAt': {
    longestMs: 24 * hourMs,
    pull: (beyond, at) =>
      db().revocation.updateMany({ where: { nextTryAt: beyond, doneAt: null }, data: { nextTryAt: at } }),
  },
  'BankHealth.retryAt': {
    longestMs: 6 * minuteMs,
    pull: (beyond, at) => db().bankHealth.updateMany({ where: { retryAt: beyond }, data: { retryAt: at } }),
  },
  'BankHealth.probeUntil': {
    longestMs: minuteMs,
    pull: (beyond, at) => db().bankHealth.updateMany({ where: { probeUntil: beyond }, data: { probeUntil: at } }),
  },
  // To the midnight of a day of 25 hours.
  'QuotaUse.pausedUntil': {
    longestMs: 25 * hourMs,
    pull: (beyond, at) => db().quotaUse.updateMany({ where: { pausedUntil: beyond }, data: { pausedUntil: at } }),
  },
  'LinkFlow.quarantinedUntil': {
    longestMs: 15 * minuteMs,
    pull: (beyond, at) =>
      db().linkFlow.updateMany({
        where: { quarantinedUntil: beyond, status: 'quarantined' },
        data: { quarantinedUntil: at },
      }),
  },
}

/** Times by PostgreSQL's clock. */
const leases: { readonly [column: string]: () => Promise<number> } = {
  'Connection.leaseUntil': () =>
    db()
      .$executeRaw`UPDATE "Connection" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
  'Connection.consentLeaseUntil': () =>
    db().$executeRaw`
      UPDATE "Connection" SET "consentLeaseUntil" = now() WHERE "consentLeaseUntil" > now() + ${longestLease}::interval`,
  'Connection.syncLeaseUntil': () =>
    db().$executeRaw`
      UPDATE "Connection" SET "syncLeaseUntil" = now() WHERE "syncLeaseUntil" > now() + ${longestLease}::interval`,
  'PaymentAttempt.leaseUntil': () =>
    db().$executeRaw`
      UPDATE "PaymentAttempt" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
  'Revocation.leaseUntil': () =>
    db()
      .$executeRaw`UPDATE "Revocation" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
  'TransferDraft.leaseUntil': () =>
    db()
      .$executeRaw`UPDATE "TransferDraft" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
  'WebhookDelivery.leaseUntil': () =>
    db().$executeRaw`
      UPDATE "WebhookDelivery" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
  'Mail.leaseUntil': () =>
    db().$executeRaw`UPDATE "Mail" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
  'IdempotentAnswer.leaseUntil': () =>
    db().$executeRaw`
      UPDATE "IdempotentAnswer" SET "leaseUntil" = now() WHERE "leaseUntil" > now() + ${longestLease}::interval`,
}

/**
 * The columns covered, as `Table.column`, for the test that compares them with the schema.
 * @internal
 */
export const watchedTimes: readonly string[] = [...Object.keys(ofOurClock), ...Object.keys(leases)]

/** How far the clocks are ahead of this process's monotonic one. */
type Ahead = { readonly oursMs: number; readonly machineMs: number; readonly databaseMs: number }

/** The last call of `watchClocks`, and when it last looked at the rows. */
let last: { readonly ahead: Ahead; readonly lookedMs: number } | null = null

/** The clock of another machine, which this process can't watch, may have jumped. */
const longestUnlookedMs = 10 * minuteMs

/**
 * Resets times too far ahead (H19) when this process begins, when its clock or PostgreSQL's was set back by more than a minute or had
 * jumped ahead in the last one, and every ten minutes; not more often, because it reads whole tables. While the machine's clock differs
 * from PostgreSQL's, nothing is ended or deleted for its age. Returns how many rows were changed.
 */
export async function watchClocks(): Promise<number> {
  const ahead = await readAhead()
  const apartMs = Math.abs(ahead.machineMs - ahead.databaseMs)
  if (apartMs > minuteMs) {
    distrustClock()
    log().error({ apartSeconds: Math.round(apartMs / secondMs) }, 'our clock and the database’s differ')
  }
  const isSetBack =
    last !== null &&
    (last.ahead.oursMs - ahead.oursMs > minuteMs || last.ahead.databaseMs - ahead.databaseMs > minuteMs)
  const from = performance.now()
  const isLooking = last === null || isSetBack || !isSteady() || from - last.lookedMs >= longestUnlookedMs
  const changed = isLooking ? await resetTimesAhead() : 0
  last = { ahead, lookedMs: isLooking ? from : (last?.lookedMs ?? from) }
  return changed
}

async function readAhead(): Promise<Ahead> {
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT now() AS "now"`
  const sinceStartMs = performance.now()
  return {
    oursMs: now().getTime() - sinceStartMs,
    machineMs: Date.now() - sinceStartMs,
    databaseMs: (row?.now.getTime() ?? 0) - sinceStartMs,
  }
}

/**
 * Makes everything due that is scheduled later than we ever schedule, and looks again at what was given up by a clock ahead. Returns how
 * many rows were changed.
 */
export async function resetTimesAhead(): Promise<number> {
  const at = now()
  let pulled = 0
  const note = (column: string, count: number) => {
    if (count > 0) log().warn({ column, count }, 'times lay too far ahead: a clock had jumped')
    pulled += count
  }
  for (const [column, { longestMs, pull }] of Object.entries(ofOurClock)) {
    const { count } = await pull({ gt: new Date(at.getTime() + longestMs + slackMs) }, at)
    note(column, count)
  }
  for (const [column, free] of Object.entries(leases)) note(column, await free())
  note('PaymentAttempt.finishedAt', await askAgain(at))
  note('Connection.status', await reviveUnexpired(at))
  return pulled
}

/** A payment is asked about for 35 days. */
async function askAgain(at: Date): Promise<number> {
  const createdAt = { gt: new Date(at.getTime() - readableDays * 24 * hourMs) }
  const { count } = await db().paymentAttempt.updateMany({
    where: { nextAt: null, finishedAt: null, createdAt },
    data: { nextAt: at },
  })
  return count
}

/** An authorisation that lasts is no longer called expired. */
async function reviveUnexpired(at: Date): Promise<number> {
  const wrong = await db().connection.findMany({
    where: { status: 'expired', expiresAt: { gt: at } },
    select: { id: true, userId: true, expiresAt: true },
  })
  let revived = 0
  for (const { id: connectionId, userId, expiresAt } of wrong)
    await db().$transaction(async tx => {
      if (!(await reviveConnection(tx, { userId, connectionId, from: 'expired' }))) return
      const remindAt = expiresAt && nextReminderAt(expiresAt, at)
      await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { remindAt } })
      revived += 1
    })
  return revived
}
