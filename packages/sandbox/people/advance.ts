import type { DatabaseSync } from 'node:sqlite'
import { type Account, listLivingAccounts, noteLivedUntil } from '#sandbox/store/accounts.ts'
import { addEntry, type EntryStatus, forgetForetold, positionOf } from '#sandbox/store/entries.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { dayOf, isoOf } from './days.ts'
import { entriesBetween, type LivedEntry, type Living, upcomingAt } from './live.ts'
import { findLife } from './scenarios.ts'

/** The seed of all lives of the sandbox. */
export const livesSeed = 'rivages'

/** Setting: the day from which the store has predictions. */
const foretoldOn = 'livesForetoldOn'

/**
 * Adds entries to every life from the day after the last stored one to `day` (`YYYY-MM-DD`), and predictions after that, in one
 * transaction. A stored day does not change: advancing twice changes nothing, and after the bank's clock was moved back only the
 * predictions are made again.
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

/** The life of an account by its row; null if it has none. */
export function livingOf(account: Account): Living | null {
  const life = account.life === null ? null : findLife(account.life)
  if (!life || account.life === null || account.lifeFrom === null) return null
  return { seed: livesSeed, key: account.life, life, from: dayOf(account.lifeFrom) }
}

// Slots count from 0 on each day. A day is stored completely or not at all, so an entry always has the same slot.
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
