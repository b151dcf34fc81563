import type { DatabaseSync } from 'node:sqlite'
import { type Account, listLivingAccounts, noteLivedUntil } from '#sandbox/store/accounts.ts'
import { addEntry, type EntryStatus, forgetForetold, positionOf } from '#sandbox/store/entries.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { dayOf, isoOf } from './days.ts'
import { entriesBetween, type LivedEntry, type Living, upcomingAt } from './live.ts'
import { findLife } from './lives.ts'

/** Every life of the sandbox comes out of this seed. */
export const livesSeed = 'rivages'

/**
 * Fills every life from the day after its last stored one to `upToDay` (`YYYY-MM-DD`) and foretells it from there, all in
 * one transaction. A day that is stored stays as it is: advancing twice, or to a day in the past, changes nothing.
 */
export function advanceLives(db: DatabaseSync, upToDay: string): void {
  const behind = listLivingAccounts(db).filter(({ livedUntil }) => livedUntil === null || livedUntil < upToDay)
  if (behind.length === 0) return
  inTransaction(db, () => {
    for (const account of behind) advanceAccount(db, account, upToDay)
  })
}

function advanceAccount(db: DatabaseSync, account: Account, upToDay: string): void {
  const living = livingOf(account)
  if (!living) return
  const last = dayOf(upToDay)
  const first = account.livedUntil === null ? living.from : dayOf(account.livedUntil) + 1
  forgetForetold(db, account.id)
  storeInOrder(db, account.id, entriesBetween(living, first, last), () => 'BOOK')
  storeInOrder(db, account.id, upcomingAt(living, last), entry => entry.status)
  noteLivedUntil(db, account.id, upToDay)
}

/** The life of an account as its row describes it; null when it has none. */
export function livingOf(account: Account): Living | null {
  const life = account.life === null ? null : findLife(account.life)
  if (!life || account.life === null || account.lifeFrom === null) return null
  return { seed: livesSeed, key: account.life, life, from: dayOf(account.lifeFrom) }
}

// Places count from 0 on each day. A day is stored whole or not at all, so the same entry always gets the same place.
function storeInOrder<T extends LivedEntry>(
  db: DatabaseSync,
  accountId: string,
  entries: readonly T[],
  statusOf: (entry: T) => EntryStatus,
): void {
  const places = new Map<number, number>()
  for (const entry of entries) {
    const place = places.get(entry.bookedOn) ?? 0
    places.set(entry.bookedOn, place + 1)
    const status = statusOf(entry)
    addEntry(db, {
      accountId,
      position: positionOf(isoOf(entry.bookedOn), place, status),
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
