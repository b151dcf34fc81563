import { randomUUID } from 'node:crypto'
import { db } from '#lib/db.ts'
import { type Breaker, closedBreaker, type OpenBreaker, probeLimitMs } from '#lib/domain/bank/breaker.ts'
import type { HealthStore } from './gate.ts'

export type StoredBreaker = {
  readonly breaker: string | null
  readonly downSince: Date | null
  readonly retryAt: Date | null
  readonly failedProbes: number | null
  readonly probeUntil: Date | null
}

/** No row: closed. */
export function toBreaker(row: StoredBreaker | null): Breaker {
  if (row?.breaker !== 'open' || row.downSince === null || row.retryAt === null) return closedBreaker
  const { downSince: since, retryAt, failedProbes, probeUntil } = row
  return { state: 'open', since, retryAt, failedProbes: failedProbes ?? 0, probeUntil }
}

/** Every change is conditional: of two processes one writes. */
export function healthRowOf(bankCode: string): HealthStore {
  const read = async () => toBreaker(await db().bankHealth.findUnique({ where: { bankCode } }))
  return {
    read,
    open: async (breaker, reason) => {
      const data = { breaker: 'open' as const, downSince: breaker.since, ...probesOf(breaker), reason }
      await db().bankHealth.createMany({ data: [{ bankCode }], skipDuplicates: true })
      const { count } = await db().bankHealth.updateMany({ where: { bankCode, breaker: 'closed' }, data })
      const stands = count === 1 ? breaker : await read()
      return stands.state === 'open' ? stands : breaker
    },
    takeProbe: async at => {
      const probeId = randomUUID()
      const due = { retryAt: { lte: at }, OR: [{ probeUntil: null }, { probeUntil: { lte: at } }] }
      const data = { probeId, probeUntil: new Date(at.getTime() + probeLimitMs) }
      const { count } = await db().bankHealth.updateMany({ where: { bankCode, breaker: 'open', ...due }, data })
      return count === 1 ? probeId : null
    },
    endProbe: async (breaker, probeId) => {
      const data = { ...probesOf(breaker), probeId: null }
      await db().bankHealth.updateMany({ where: { bankCode, breaker: 'open', probeId }, data })
    },
    close: async at => {
      const data = { breaker: 'closed' as const, closedAt: at, ...none }
      await db().bankHealth.updateMany({ where: { bankCode, breaker: 'open' }, data })
    },
  }
}

const none = { downSince: null, retryAt: null, failedProbes: 0, reason: null, probeId: null, probeUntil: null }

function probesOf({ retryAt, failedProbes, probeUntil }: OpenBreaker) {
  return { retryAt, failedProbes, probeUntil }
}
