import type { DatabaseSync } from 'node:sqlite'
import { parisDay } from '#sandbox/clock.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import type { Account } from '#sandbox/store/accounts.ts'
import { sumBooked, sumPending } from '#sandbox/store/entries.ts'
import { outstandingsOf } from './cards.ts'

/** A balance independent of the interface's version. */
export type BalanceFact = {
  readonly type: 'VALU' | 'CLBD' | 'OTHR' | 'ITAV' | 'PRCD'
  readonly name: string
  /** Signed; outstandings of a card are money owed, so negative. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly referenceDate: string | null
}

/** The accounting batch of the evening, Paris time, its last minute included (§ AIS behaviour rule 6). */
const batch = { from: '21:00', until: '21:50' } as const

const parisTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Balances of an account, outstandings of a card (§ AIS behaviour rules 6 and 7). */
export function balancesOf(db: DatabaseSync, account: Account, now: Date): BalanceFact[] {
  const today = parisDay(now)
  if (account.kind === 'card') return cardOutstandings(db, account, today)
  return account.currency === 'EUR' ? euroBalances(db, account, now, today) : [minuteBalance(db, account, today)]
}

function euroBalances(db: DatabaseSync, account: Account, now: Date, today: string): BalanceFact[] {
  const time = parisTime.format(now)
  const valued = time < batch.from || time > batch.until ? [valueBalance(db, account, today)] : []
  const closing = closingBalance(db, account, time > batch.until ? today : isoOf(dayOf(today) - 1))
  return [...valued, ...(closing ? [closing] : []), instantBalance(db, account, today, 'Solde instantané')]
}

function valueBalance(db: DatabaseSync, account: Account, today: string): BalanceFact {
  const { valuedMinor } = sumBooked(db, account.id, today)
  return fact(account, 'VALU', 'Solde en valeur', account.openingMinor + valuedMinor, today)
}

/** The balance of the day `closedOn`. An account opened later has no balance before its first batch. */
function closingBalance(db: DatabaseSync, account: Account, closedOn: string): BalanceFact | null {
  if (closedOn < account.openedOn) return null
  const { bookedMinor } = sumBooked(db, account.id, closedOn)
  return fact(account, 'CLBD', 'Solde comptable', account.openingMinor + bookedMinor, closedOn)
}

function instantBalance(db: DatabaseSync, account: Account, today: string, name: string): BalanceFact {
  const booked = sumBooked(db, account.id, today).bookedMinor
  return fact(account, 'OTHR', name, account.openingMinor + booked + sumPending(db, account.id, today), null)
}

/** The only balance of a currency account (rule 6, under its v1.6.2 name). */
const minuteBalance = (db: DatabaseSync, account: Account, today: string): BalanceFact =>
  instantBalance(db, account, today, 'Solde minute')

function cardOutstandings(db: DatabaseSync, card: Account, today: string): BalanceFact[] {
  const { thisMonth, carriedOver, drawn } = outstandingsOf(db, card.id, today)
  return [
    fact(card, 'ITAV', 'Encours reporté au mois suivant', carriedOver.amountMinor, carriedOver.drawnOn),
    fact(card, 'ITAV', 'Encours du mois, à prélever', thisMonth.amountMinor, thisMonth.drawnOn),
    ...(drawn ? [fact(card, 'PRCD', 'Encours prélevé du mois précédent', drawn.amountMinor, drawn.drawnOn)] : []),
  ]
}

const fact = (
  { currency }: Account,
  type: BalanceFact['type'],
  name: string,
  amountMinor: bigint,
  referenceDate: string | null,
): BalanceFact => ({ type, name, amountMinor, currency, referenceDate })
