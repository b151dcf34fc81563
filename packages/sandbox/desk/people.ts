import { randomBytes, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { banks, findBank } from '#sandbox/banks.ts'
import { parisDay } from '#sandbox/clock.ts'
import { advanceLives } from '#sandbox/people/advance.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import { makeIban } from '#sandbox/people/iban.ts'
import { keepPassword, passwordOf } from '#sandbox/people/passwords.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import {
  accountsOf,
  addAccount,
  addHolding,
  addOwner,
  changeAccountStatus,
  type PersonAccount,
} from '#sandbox/store/accounts.ts'
import { inTransaction, prepared } from '#sandbox/store/open.ts'
import { emptyAccount } from '#sandbox/store/overrides.ts'
import {
  addPerson,
  changePersonStatus,
  findPerson,
  findPersonByIdentifier,
  listPeople,
  type Person,
} from '#sandbox/store/people.ts'
import { newResourceId } from '#sandbox/store/resource-id.ts'
import { DeskRefusal, type DeskRoute, only, routesOf } from './route.ts'

/** Lives for a new person: name at the desk -> life of `people/scenarios.ts`. */
const lives = {
  student: 'lea-moreau/courant',
  employee: 'camille-bernard/courant',
  independent: 'julien-mercier/eur',
  company: 'karim-haddad/atelier',
  cardholder: 'sophie-laurent/courant',
} as const
export const lifeNames = ['empty', 'student', 'employee', 'independent', 'company', 'cardholder'] as const
/** Days that can be read of an account, plus what its first month needs. */
const livedDays = 130

const bankCode = z.enum(banks.map(bank => bank.code) as [string, ...string[]])
export const PersonId = z.strictObject({ id: z.string().describe('Id of a person') })
export const AccountId = z.strictObject({ id: z.string().describe('resourceId of an account or card') })

const DeskAccount = z.strictObject({
  id: z.string().describe('resourceId at the interface'),
  kind: z.enum(['account', 'card']),
  iban: z.string(),
  currency: z.string(),
  name: z.string(),
  status: z.enum(['open', 'blocked', 'closed']).describe('blocked answers AC06, closed AC04'),
  features: z.array(z.string()),
  psuStatus: z.string(),
})

const DeskPerson = z.strictObject({
  id: z.string(),
  bankCode: z.string(),
  identifier: z.string(),
  password: z.string().nullable().describe('null when it was not given out here'),
  firstName: z.string(),
  lastName: z.string(),
  segment: z.enum(['retail', 'professional']),
  subscription: z.enum(['active', 'terminated']).describe('terminated answers IPSU'),
  accounts: z.array(DeskAccount),
})

const personName = z.string().trim().min(1).max(70)
const NewPerson = z.strictObject({
  bankCode,
  firstName: personName,
  lastName: personName,
  life: z
    .enum(lifeNames)
    .default('empty')
    .describe('What happens on the account; empty: nothing ever did; cardholder: with a deferred-debit card'),
  accounts: z.int().min(0).max(60).default(1).describe('0: a customer without any account (204 or NAAC)'),
})

const showAccount = (account: PersonAccount) => only(DeskAccount, account)

/** A person with their accounts, for the desk. */
export function showPerson(db: DatabaseSync, person: Person): z.output<typeof DeskPerson> {
  return only(DeskPerson, {
    ...person,
    password: passwordOf(db, person.id),
    subscription: person.status,
    accounts: accountsOf(db, person.id).map(showAccount),
  })
}

/** The person with that id, or 404. */
export function personOf({ db }: Sandbox, id: string): Person {
  const person = findPerson(db, id)
  if (!person) throw new DeskRefusal(404, 'unknown_person', `Nobody here has the id ${id}`)
  return person
}

/** The account with that resourceId, whoever holds it, or 404. */
export function accountAt({ db }: Sandbox, id: string): PersonAccount {
  const row = prepared(db, 'SELECT person_id FROM holdings WHERE account_id = ? LIMIT 1').get(id)
  const account = row ? accountsOf(db, String(row.person_id)).find(account => account.id === id) : undefined
  if (!account) throw new DeskRefusal(404, 'unknown_account', `No account has the resourceId ${id}`)
  return account
}

/** Adds a customer with their own accounts, and starts their life. */
export function addCustomer(sandbox: Sandbox, wish: z.output<typeof NewPerson>): z.output<typeof DeskPerson> {
  const { db } = sandbox
  const bank = findBank(wish.bankCode)
  const segment = bank?.segments.includes('retail') ? 'retail' : 'professional'
  const id = `desk-${randomBytes(6).toString('hex')}`
  const password =
    segment === 'retail' ? String(randomInt(1_000_000)).padStart(6, '0') : `Bureau-${randomInt(1000, 10_000)}`
  inTransaction(db, () => {
    const identifier = freeIdentifier(db, wish.bankCode, segment)
    const { bankCode: code, firstName, lastName } = wish
    addPerson(
      db,
      { id, bankCode: code, identifier, firstName, lastName, segment, maskedPhone: '06 •• •• •• 00' },
      password,
    )
    keepPassword(db, id, password)
    for (let at = 0; at < wish.accounts; at++) openAccount(sandbox, id, wish, at)
  })
  // The bank may have settled this day before the account was added, so its entries are made up to it.
  advanceLives(db, parisDay(sandbox.clock.now()))
  return showPerson(db, personOf(sandbox, id))
}

function freeIdentifier(db: DatabaseSync, code: string, segment: Person['segment']): string {
  for (;;) {
    const digits = String(randomInt(60_000_000, 100_000_000))
    const identifier = segment === 'retail' ? digits : `${digits}-01`
    if (!findPersonByIdentifier(db, code, identifier)) return identifier
  }
}

function openAccount({ db, clock }: Sandbox, personId: string, wish: z.output<typeof NewPerson>, at: number): void {
  const today = parisDay(clock.now())
  const isCompany = wish.life === 'company'
  const life = wish.life === 'empty' || at > 0 ? null : `${lives[wish.life]}#${personId}`
  const from = life === null ? today : isoOf(dayOf(today) - livedDays)
  const account: Account = {
    id: newResourceId(12),
    bankCode: wish.bankCode,
    kind: 'account',
    iban: makeIban(wish.bankCode, '00999', String(randomInt(1, 100_000_000_000 - 1)).padStart(11, '0')),
    currency: 'EUR',
    name: `Compte courant ${at === 0 ? '' : `${at + 1} `}${wish.firstName} ${wish.lastName}`.slice(0, 70),
    product: isCompany ? 'Compte courant professionnel' : 'Compte de dépôt',
    usage: isCompany ? 'ORGA' : 'PRIV',
    features: ['IP', 'SCT', 'SCT_MULT'],
    overdraftMinor: 0n,
    openingMinor: life === null ? 0n : 250_000n,
    openedOn: from,
    backingId: null,
    cardNumber: null,
    life,
    lifeFrom: life === null ? null : from,
  }
  hold(db, personId, account, wish, at)
  if (wish.life === 'cardholder' && at === 0) hold(db, personId, cardOf(account, wish), wish, wish.accounts)
}

type Account = Parameters<typeof addAccount>[1]

/** A deferred-debit card. Its slips are those that the invoices on the account add up. */
function cardOf(account: Account, { firstName, lastName }: z.output<typeof NewPerson>): Account {
  return {
    ...account,
    id: newResourceId(12),
    kind: 'card',
    name: `Visa Premier ${firstName} ${lastName}`.slice(0, 70),
    product: 'Carte à débit différé',
    features: [],
    openingMinor: 0n,
    backingId: account.id,
    cardNumber: `TKN${randomBytes(15).toString('hex').slice(0, 29).toUpperCase()}`,
    life: 'sophie-laurent/carte',
  }
}

function hold(
  db: DatabaseSync,
  personId: string,
  account: Account,
  wish: z.output<typeof NewPerson>,
  position: number,
) {
  addAccount(db, account)
  addHolding(db, { personId, position, accountId: account.id, psuStatus: 'Account Holder' })
  const fullName = `${wish.firstName} ${wish.lastName}`.toUpperCase()
  addOwner(db, account.id, 0, { fullName, role: 'Titulaire', company: null })
}

/** Empties an account: no life, no entries except executed payments, an opening balance of zero. */
export function emptyOut(sandbox: Sandbox, id: string): z.output<typeof DeskAccount> {
  const account = accountAt(sandbox, id)
  emptyAccount(sandbox.db, account.id)
  return showAccount(accountAt(sandbox, id))
}

const route = routesOf('people')
const accountRoute = routesOf('accounts')

export const peopleRoutes: readonly DeskRoute[] = [
  route('GET /people', 'listPeople', {
    summary: 'Everyone, with identifiers, passwords and accounts',
    answer: z.strictObject({ people: z.array(DeskPerson) }),
    run: ({ db }) => ({ people: listPeople(db).map(person => showPerson(db, person)) }),
  }),
  route('POST /people', 'addPerson', {
    summary: 'Add a person, with a generated life or with an empty account',
    body: NewPerson,
    status: 201,
    answer: DeskPerson,
    run: (sandbox, { body }) => addCustomer(sandbox, body),
  }),
  route('GET /people/{id}', 'readPerson', {
    summary: 'One person',
    params: PersonId,
    answer: DeskPerson,
    run: (sandbox, { params }) => showPerson(sandbox.db, personOf(sandbox, params.id)),
  }),
  route('PUT /people/{id}/subscription', 'changeSubscription', {
    summary: 'Terminate the online-banking subscription (IPSU) or resume it',
    params: PersonId,
    body: z.strictObject({ subscription: z.enum(['active', 'terminated']) }),
    answer: DeskPerson,
    run: (sandbox, { params, body }) => {
      changePersonStatus(sandbox.db, personOf(sandbox, params.id).id, body.subscription)
      return showPerson(sandbox.db, personOf(sandbox, params.id))
    },
  }),
  accountRoute('PUT /accounts/{id}/status', 'changeAccountStatus', {
    summary: 'Block (AC06), close (AC04) or reopen an account or card',
    params: AccountId,
    body: z.strictObject({ status: z.enum(['open', 'blocked', 'closed']) }),
    answer: DeskAccount,
    run: (sandbox, { params, body }) => {
      changeAccountStatus(sandbox.db, accountAt(sandbox, params.id).id, body.status)
      return showAccount(accountAt(sandbox, params.id))
    },
  }),
  accountRoute('POST /accounts/{id}/empty', 'emptyAccount', {
    summary: 'Empty an account: its life ends, its entries go (executed payments stay: the ledger holds them)',
    params: AccountId,
    answer: DeskAccount,
    run: (sandbox, { params }) => emptyOut(sandbox, params.id),
  }),
]
