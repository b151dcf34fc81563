import { spawnSync } from 'node:child_process'
import { closeDb, db } from '#lib/db.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { verifyAudit } from '#lib/services/operator/audit-trail.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { people } from '#testing/bank/customers.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { presence } from '#testing/bank/start.ts'
import { type BackupWay, endAccess, newBackupFolder, type Server } from '#testing/database/clusters.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import { arriveAt } from '#testing/processes/payment-calls.ts'
import { findBrokenPayments, readBankSide } from '#testing/processes/payment-invariants.ts'
import { attemptsOf, makeDue, newOrder, payee, payingBank, statusOf } from '#testing/shop/orders.ts'
import { newRead, startStack } from '#testing/stack/start.ts'
import { groundSettings } from './crashes.ts'

export type RestoreReport = {
  readonly backupMs: number
  readonly restoreMs: number
  /** What a process says that is started with another vault key. */
  readonly withWrongKey: string
  readonly faults: readonly string[]
}

/**
 * Backs up a database in use, destroys its server and restores it on a new one. Two payments are under way: one continues where the
 * backup has it; the other was executed after the backup, and only the bank knows, for which an alarm is raised.
 */
export async function playRestore(way: BackupWay): Promise<RestoreReport> {
  const backup = newBackupFolder()
  Object.assign(process.env, groundSettings)
  let server = await way.open()
  let isRemoved = false
  process.env.DATABASE_URL = server.databaseUrl
  await applyMigrations(server.databaseUrl)
  const stack = await startStack()
  try {
    const { userId, connectionId } = await newRead(people.camille)
    const [waiting, forgotten] = [await beginPayment(stack), await beginPayment(stack)]
    await openSession(userId)
    const before = await verifyAudit()
    const backupMs = await timed(() => way.backUp(server, backup))
    await arriveAt(forgotten.address)
    const faults: string[] = []
    if ((await statusOf(forgotten.orderId)) !== 'executed') faults.push('the payment after the backup was not executed')

    await closeDb()
    await server.remove()
    isRemoved = true
    const restoreMs = await timed(async () => {
      server = await way.restore(backup)
      isRemoved = false
    })
    process.env.DATABASE_URL = server.databaseUrl
    const withWrongKey = startWithWrongKey(server)
    faults.push(...(await findRevived(server)))

    const after = await verifyAudit()
    if (after.heads !== before.heads || after.events !== before.events)
      faults.push(`the audit trail had ${before.events} events, the restored one has ${after.events}, or others`)
    await arriveAt(waiting.address)
    await makeDue(forgotten.orderId)
    await workOnce('payments')
    for (const { orderId } of [waiting, forgotten]) {
      const [status, executed] = [await statusOf(orderId), await countExecuted(stack, orderId)]
      if (status !== 'executed' || executed !== 1) faults.push(`${orderId} is ${status}, executed ${executed} times`)
    }
    await refreshConnection({ userId }, connectionId, presence)
    const broken = [
      ...(await findBroken(stack.running)),
      ...(await findBrokenPayments(stack.running, new Set([forgotten.orderId]))),
    ]
    return { backupMs, restoreMs, withWrongKey, faults: [...faults, ...broken] }
  } finally {
    await stack.stop()
    if (!isRemoved) await server.remove()
  }
}

/** Somebody who is signed in when the backup is made. */
async function openSession(userId: string): Promise<void> {
  const until = new Date(Date.now() + 3_600_000)
  await db().session.create({ data: { userId, tokenHash: 'before', idleExpiresAt: until, absoluteExpiresAt: until } })
}

/** Sessions that are still open, merchants whose next invoice would be of a series of before. */
async function findRevived(server: Server): Promise<string[]> {
  await endAccess(server)
  const sessions = await db().session.count({ where: { revokedAt: null } })
  const merchants = await db().organisation.findMany({ select: { id: true } })
  const prefixes = await db().invoiceSettings.findMany({ select: { prefix: true } })
  const isNew = prefixes.length === merchants.length && prefixes.every(({ prefix }) => /^F\d{3}$/.test(prefix))
  return [...(sessions > 0 ? ['somebody is still signed in'] : []), ...(isNew ? [] : ['a series of invoices goes on'])]
}

type Begun = { readonly orderId: string; readonly address: string }
type Stack = Awaited<ReturnType<typeof startStack>>

/** An order that the payer has approved at the bank; the browser has not come back yet. */
async function beginPayment({ running }: Stack): Promise<Begun> {
  const orderId = await newOrder()
  const { redirectTo } = await startAttempt(payee, orderId, { bankCode: payingBank, presence })
  const { callbackUrl } = await walkPayment(running, new URL(redirectTo), 'camille-bernard')
  return { orderId, address: callbackUrl.href }
}

/** How often the bank executed an order's payments. */
async function countExecuted({ running }: Stack, orderId: string): Promise<number> {
  const theirs = readBankSide(running)
  const own = (await attemptsOf(orderId)).map(one => theirs.get(one.paymentInformationId)?.executed ?? 0)
  return own.reduce((sum, one) => sum + one, 0)
}

/** The same key name with other bytes, as after a mix-up of installations. */
function startWithWrongKey({ databaseUrl }: Server): string {
  const VAULT_KEYS = groundSettings.VAULT_KEYS.replace(/:.*/, `:${Buffer.alloc(32, 8).toString('base64url')}`)
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: databaseUrl, VAULT_KEYS }
  const command = ['--conditions=react-server', '--no-warnings', 'scripts/run/worker.ts']
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8', timeout: 120_000 })
  return status === 1 ? stderr : `it started, or ended with ${status}: ${stderr}`
}

async function timed(act: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await act()
  return Math.round(performance.now() - from)
}
