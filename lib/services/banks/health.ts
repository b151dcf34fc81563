import { type StoredBreaker, toBreaker } from '#lib/banks/health-row.ts'
import { gateOf } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { admit, type Breaker } from '#lib/domain/bank/breaker.ts'
import { fallbackAfterMs, fallbackOffer } from '#lib/domain/bank/fallback.ts'
import { paceOf } from '#lib/domain/bank/refresh-pace.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { BankHealthView } from '#lib/views/bank-health.ts'

const withHealth = { include: { health: true } } as const
type HealthRow = Awaited<ReturnType<typeof readRows>>[number]

function readRows(where: Prisma.BankWhereInput) {
  return db().bank.findMany({ where, ...withHealth, orderBy: [{ name: 'asc' }, { code: 'asc' }] })
}

/** By name, for operators. */
export async function readBankHealth(where: { readonly enabled?: true } = {}): Promise<BankHealthView[]> {
  return (await readRows(where)).map(toView)
}

/** Null if not in the directory. */
export async function readHealthOf(bankCode: string): Promise<BankHealthView | null> {
  const [row] = await readRows({ code: bankCode })
  return row ? toView(row) : null
}

/** In this process. */
export function readLoadOf(bankCode: string) {
  return gateOf(bankCode).load()
}

/** A call would be refused at once. */
export function isBankPaused(health: StoredBreaker): boolean {
  return admit(toBreaker(health), now()).go === 'wait'
}

function stateOf(breaker: Breaker): BankHealthView['state'] {
  if (breaker.state !== 'open') return 'up'
  const { probeUntil } = breaker
  return probeUntil !== null && probeUntil > now() ? 'probing' : 'down'
}

function toView(row: HealthRow): BankHealthView {
  const { code, name, health } = row
  const breaker = toBreaker(health)
  const allowed = health?.fallback ?? false
  const offer = fallbackOffer({ breaker, allowed, afterMs: fallbackAfterMs, now: now() })
  const open = breaker.state === 'open' ? breaker : null
  return {
    code,
    name,
    state: stateOf(breaker),
    downSince: open?.since.toISOString() ?? null,
    retryAt: open?.retryAt.toISOString() ?? null,
    failedProbes: open?.failedProbes ?? 0,
    refreshesAtOnce: paceOf(row.refreshesAtOnce, health?.pacedTo ?? null).atOnce,
    reason: health?.reason ?? null,
    fallback: {
      allowed,
      offered: offer.offered,
      because: offer.offered ? null : offer.because,
    },
  }
}

export type FallbackSwitch = { readonly bankCode: string; readonly allowed: boolean; readonly ip?: string | null }

/**
 * Whether people may be offered the emergency access (document 1, Fallback mode); off by default, audited. Refusals:
 * `bank_unknown`.
 */
export async function setFallbackSwitch(operatorId: string, change: FallbackSwitch): Promise<BankHealthView> {
  const { bankCode, allowed, ip = null } = change
  const bank = await db().bank.findUnique({ where: { code: bankCode }, select: { code: true } })
  if (!bank) throw new Refused('bank_unknown')
  const data = { fallback: allowed, fallbackBy: operatorId, fallbackAt: now() }
  await db().$transaction(async tx => {
    await tx.bankHealth.upsert({ where: { bankCode }, create: { bankCode, ...data }, update: data })
    const action = allowed ? 'fallback.allowed' : 'fallback.forbidden'
    await appendAudit({ userId: operatorId, stream: `bank:${bankCode}`, action, detail: { bank: bankCode }, ip }, tx)
  })
  const view = requireFound(await readHealthOf(bankCode), 'bank_unknown')
  return view
}
