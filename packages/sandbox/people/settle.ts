import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { addAccount, addHolding, addOwner } from '#sandbox/store/accounts.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { addPerson } from '#sandbox/store/people.ts'
import { catalogue } from './catalogue.ts'
import { calendarOf, dayAt, dayOf, isoOf } from './days.ts'
import { makeIban } from './iban.ts'
import { type AccountPlan, portfolio } from './portfolio.ts'
import { findLife } from './scenarios.ts'

const monthsOfLife = 24
/** Age of Antoine's card terminal when his account is added: a little longer than the readable window. */
const terminalDays = 93
const branches: Readonly<Record<string, string>> = {
  19870: '00310',
  19871: '00420',
  19872: '00175',
  19873: '00902',
  19874: '00618',
}

/**
 * Stores the people of the catalogue and their accounts, without entries (`advanceLives` adds those). Idempotent, so it runs at
 * every start. `today` is `YYYY-MM-DD`: lives start two years before the day on which the account is added.
 */
export function storePeople(db: DatabaseSync, today: string): void {
  inTransaction(db, () => {
    for (const person of catalogue) addPerson(db, person, person.password)
    for (const [at, plan] of portfolio.entries()) settleAccount(db, plan, today, at)
  })
}

/** The `resourceId` of an account: opaque, the same at every start and for every holder. */
export function resourceIdOf(key: string): string {
  return digest(`resource ${key}`).slice(0, 24).toUpperCase()
}

/** The IBAN of an account plan. */
export function ibanOf(plan: Pick<AccountPlan, 'bankCode' | 'number'>): string {
  return makeIban(plan.bankCode, branches[plan.bankCode] ?? '00001', plan.number)
}

function settleAccount(db: DatabaseSync, plan: AccountPlan, today: string, position: number): void {
  const id = resourceIdOf(plan.key)
  const bornOn = plan.age === 'new' ? today : birthday(today)
  const life = lifeNameOf(plan, today)
  addAccount(db, {
    ...plan,
    id,
    kind: plan.backing === undefined ? 'account' : 'card',
    iban: ibanOf(plan),
    overdraftMinor: BigInt(plan.overdraftMinor),
    openingMinor: BigInt(plan.openingMinor),
    openedOn: bornOn,
    backingId: plan.backing === undefined ? null : resourceIdOf(plan.backing),
    cardNumber: plan.backing === undefined ? null : cardNumberOf(plan.key),
    life,
    lifeFrom: life === null ? null : bornOn,
  })
  for (const { personId, shared, psuStatus } of plan.holders) {
    const holding = shared ? 'Account Co-Holder' : 'Account Holder'
    addHolding(db, { personId, position, accountId: id, psuStatus: psuStatus ?? holding })
  }
  for (const [at, { fullName, role, company }] of plan.owners.entries()) {
    addOwner(db, id, at, { fullName, role: role ?? null, company: company ?? null })
  }
}

function birthday(today: string): string {
  const { year, month } = calendarOf(dayOf(today))
  return isoOf(dayAt(year, month - monthsOfLife, 1))
}

function lifeNameOf(plan: AccountPlan, today: string): string | null {
  const name = plan.key === 'antoine-girard/marche' ? `${plan.key}/${isoOf(dayOf(today) - terminalDays)}` : plan.key
  return findLife(name) ? name : null
}

// bank:D26: opaque and encoded, so that it is not mistaken for a usable card number.
function cardNumberOf(key: string): string {
  return `TKN${digest(`card ${key}`).slice(0, 29).toUpperCase()}`
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
