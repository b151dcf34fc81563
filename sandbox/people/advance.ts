import type { DatabaseSync } from 'node:sqlite'
import { type Account, listLivingAccounts, noteLivedUntil } from '#sandbox/store/accounts.ts'
import { addEntry, type EntryStatus, forgetForetold, positionOf } from '#sandbox/store/entries.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { dayOf, isoOf } from './days.ts'
import { entriesBetween, type LivedEntry, type Living, upcomingAt } from './live.ts'
import { findLife } from './lives.ts'

/** Every life of the sandbox comes out of this seed. */
export const livesSeed = 'rivages'

/** Setting: the day for which the store foretells. */
const foretoldOn = 'livesForetoldOn'

/**
 * Fills every life from the day after its last stored one to `day` (`YYYY-MM-DD`) and foretells it from there, all in one
 * transaction. A day that is stored stays as it is: advancing twice changes nothing, and when the bank's clock was moved
 * back only what is foretold is told for that day.
 */
export function advanceLives(db: DatabaseSync, day: string): void {
  const accounts = listLivingAccounts(db)
  const isBehind = accounts.some(({ livedUntil }) => livedUntil === null || livedUntil < day)
  if (!isBehind && readSetting(db, foretoldOn) === day) return
  inTransaction(db, () => {
    for (const account of accounts) advanceAccount(db, account, day)
    writeSetting(db, foretoldOn, day)
  })
}

function advanceAccount(db: DatabaseSync, account: Account, day: string): void {
  const living = livingOf(account)
  if (!living) return
  const last = dayOf(day)
  const first = account.livedUntil === null ? living.from : dayOf(account.livedUntil) + 1
  if (first <= last) {
    storeInOrder(db, account.id, entriesBetween(living, first, last), () => 'BOOK')
    noteLivedUntil(db, account.id, day)
  }
  forgetForetold(db, account.id)
  storeInOrder(db, account.id, upcomingAt(living, last), entry => entry.status)
}

/** The life of an account as its row describes it; null when it has none. */
export function livingOf(account: Account): Living | null {
  const life = account.life === null ? null : findLife(account.life)
  if (!life || account.life === null || account.lifeFrom === null) return null
  return { seed: livesSeed, key: account.life, life, from: dayOf(account.lifeFrom) }
}

// Slots count from 0 on each day. A day is stored as a whole or not at all, so the same entry always gets the same slot.
function storeInOrder<T extends LivedEntry>(
  db: DatabaseSync,
  accountId: string,
  entries: readonly T[],
  statusOf: (entry: T) => EntryStatus,
): void {
  const slots = new Map<number, number>()
  for (const entry of entries) {
    const slot = slots.get(entry.bookedOn) ?? 0
    slots.set(entry.bookedOn, slot + 1)
    const status = statusOf(entry)
    addEntry(db, {
      accountId,
      position: positionOf(isoOf(entry.bookedOn), slot, status),
      status,
      source: 'life',
      operation: entry.operation,
      amountMinor: entry.amountMinor,
      valueOn: isoOf(entry.valueOn),
      happenedOn: isoOf(entry.happensOn),
      drawnOn: entry.drawnOn === undefined ? null : isoOf(entry.drawnOn),
      lines: entry.lines,
      endToEndId: entry.endToEndId ?? null,
    })
  }
}
