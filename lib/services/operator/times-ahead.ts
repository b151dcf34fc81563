import { distrustClock, isSteady } from '#lib/clock/steady.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { nextReminderAt } from '#lib/domain/consent/reminder.ts'
import { readableDays } from '#lib/domain/payments/attempt/machine.ts'
import { log } from '#lib/log.ts'
import { reviveConnection } from '#lib/services/grants/connection-state.ts'

/**
 * A clock that jumped ahead and back leaves times days away. Nothing is scheduled further than listed here: later
 * ones become due. A test compares with the schema.
 */

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

const slackMs = 10 * minuteMs

const longestLease = '10 minutes'

type Beyond = { readonly gt: Date }

/** How far ahead they are ever scheduled. */
const ofOurClock: {
  readonly [column: string]: {
    readonly longestMs: number
    readonly pull: (beyond: Beyond, at: Date) => Promise<{ count: number }>
  }
} = {
  // A pause of a day, and the night after.
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
  // A day of 25 hours.
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
 * For the test.
 * @internal
 */
export const watchedTimes: readonly string[] = [...Object.keys(ofOurClock), ...Object.keys(leases)]

/** Of this process's monotonic clock. */
type Ahead = { readonly oursMs: number; readonly machineMs: number; readonly databaseMs: number }

let last: { readonly ahead: Ahead; readonly lookedMs: number } | null = null

/** Another machine's clock may have jumped. */
const longestUnlookedMs = 10 * minuteMs

/**
 * At the start, after a jump of more than a minute, and every ten minutes, as it reads whole tables (H19). While the
 * machine's and PostgreSQL's clocks differ, nothing ends for its age. Returns how many rows.
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

/** Also what was given up by a clock ahead. Returns how many rows. */
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

/** For 35 days. */
async function askAgain(at: Date): Promise<number> {
  const createdAt = { gt: new Date(at.getTime() - readableDays * 24 * hourMs) }
  const { count } = await db().paymentAttempt.updateMany({
    where: { nextAt: null, finishedAt: null, createdAt },
    data: { nextAt: at },
  })
  return count
}

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
