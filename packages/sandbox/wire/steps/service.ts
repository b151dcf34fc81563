import type { DatabaseSync } from 'node:sqlite'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse, refuseTooMany } from '#sandbox/wire/refuse.ts'

const minuteMs = 60_000

/** Availability of the dedicated interface; the OAuth endpoints and the fallback are always available. */
export type Service = {
  /** Unplanned unavailability: every data and registration call is 503 `INTS`. */
  readonly isDown: boolean
  /** Calls per minute and organisation, attended or not; null for no limit. */
  readonly callsPerMinute: number | null
}

/** The current state: as set while the bank runs, else by the start settings: up, without a limit. */
export function readService({ db, settings }: Sandbox): Service {
  const isDown = readSetting(db, 'interfaceDown')
  const callsPerMinute = readSetting(db, 'callsPerMinute')
  return {
    isDown: isDown === null ? settings.interfaceDown : isDown === '1',
    callsPerMinute: callsPerMinute === null ? settings.callsPerMinute || null : readLimit(callsPerMinute),
  }
}

const readLimit = (stored: string): number | null => (stored === '' ? null : Number(stored))

/** Takes the interface down or up, or limits its rate, while the bank runs; survives a restart. */
export function changeService(sandbox: Sandbox, { isDown, callsPerMinute }: Service): void {
  writeSetting(sandbox.db, 'interfaceDown', isDown ? '1' : '0')
  writeSetting(sandbox.db, 'callsPerMinute', callsPerMinute === null ? '' : String(callsPerMinute))
  counts.delete(sandbox.db)
}

type Count = { minute: number; calls: number }
const counts = new WeakMap<DatabaseSync, Map<string, Count>>()

/**
 * The interface must be up (503 `INTS` with `Retry-After`), and the organisation within the rate limit (429 `TMRQ` until the
 * minute is over). Placed after the certificate, so that nobody can use up another's limit.
 */
export const isInService: Step = ({ sandbox, organisationId = '' }) => {
  const { isDown, callsPerMinute } = readService(sandbox)
  if (isDown) refuse('INTS', 'The interface is not available', { headers: { 'Retry-After': '60' } })
  if (callsPerMinute === null) return
  const now = sandbox.clock.realNow()
  const minute = Math.floor(now.getTime() / minuteMs)
  if (countCall(sandbox.db, organisationId, minute) > callsPerMinute) {
    refuseTooMany(now, new Date((minute + 1) * minuteMs))
  }
}

function countCall(db: DatabaseSync, organisationId: string, minute: number): number {
  const known = counts.get(db) ?? new Map<string, Count>()
  counts.set(db, known)
  const last = known.get(organisationId)
  const calls = last?.minute === minute ? last.calls + 1 : 1
  known.set(organisationId, { minute, calls })
  return calls
}
