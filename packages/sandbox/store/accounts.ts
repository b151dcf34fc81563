import type { DatabaseSync } from 'node:sqlite'
import { prepared, preparedExact } from './open.ts'
import { integer, minor, nullable, type RowOf, table, text, word } from './table.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('account', 'card')),
    iban TEXT NOT NULL,
    currency TEXT NOT NULL,
    name TEXT NOT NULL,
    product TEXT NOT NULL,
    usage TEXT NOT NULL CHECK (usage IN ('PRIV', 'ORGA')),
    features TEXT NOT NULL,
    overdraft_minor INTEGER NOT NULL,
    opening_minor INTEGER NOT NULL,
    opened_on TEXT NOT NULL,
    backing_id TEXT REFERENCES accounts (id),
    card_number TEXT,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'blocked', 'closed')),
    life TEXT,
    life_from TEXT,
    lived_until TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS accounts_iban ON accounts (iban);
  CREATE INDEX IF NOT EXISTS accounts_backing ON accounts (backing_id) WHERE backing_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS holdings (
    person_id TEXT NOT NULL REFERENCES people (id),
    position INTEGER NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    psu_status TEXT NOT NULL,
    PRIMARY KEY (person_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS owners (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    position INTEGER NOT NULL,
    full_name TEXT NOT NULL,
    role TEXT,
    company_number TEXT,
    company_scheme TEXT,
    PRIMARY KEY (account_id, position)
  ) STRICT, WITHOUT ROWID;
`

const accounts = table('accounts', {
  /** The `resourceId` of the interface; the same for every holder of a joint account. */
  id: text,
  bankCode: text,
  kind: word<'account' | 'card'>(),
  /** For a card: the IBAN of its backing account. */
  iban: text,
  currency: text,
  name: text,
  product: text,
  usage: word<'PRIV' | 'ORGA'>(),
  /** Credit transfers that a payment initiation can use: IP, SCT, SCT_MULT. */
  features: {
    read: (stored): readonly string[] => String(stored).split(',').filter(Boolean),
    write: (features: readonly string[]) => features.join(','),
  },
  overdraftMinor: minor,
  openingMinor: minor,
  openedOn: text,
  /** For a card: its backing account. */
  backingId: nullable(text),
  /** For a card: its number, encoded (bank:D26). */
  cardNumber: nullable(text),
  status: word<'open' | 'blocked' | 'closed'>(),
  /** Its life in `packages/sandbox/people/scenarios.ts`; null for none. */
  life: nullable(text),
  lifeFrom: nullable(text),
  /** Last day with stored entries. */
  livedUntil: nullable(text),
})
const holdings = table('holdings', { personId: text, position: integer, accountId: text, psuStatus: word<PsuStatus>() })

const owners = table('owners', {
  accountId: text,
  position: integer,
  fullName: text,
  role: nullable(text),
  companyNumber: nullable(text),
  companyScheme: nullable(text),
})

/** A payment account in one currency, or a deferred-debit card. Currencies of one IBAN are accounts of their own. */
export type Account = RowOf<typeof accounts>

/** An account with the relation of one of its holders. */
export type PersonAccount = Account & { readonly psuStatus: PsuStatus }

/** The PSU's relation to an account (document 1, Account); the last three as in the examples of v1.4.2. */
export const psuStatuses = ['Account Holder', 'Account Co-Holder', 'Nominee', 'Successor On Death', 'Trustee'] as const
export type PsuStatus = (typeof psuStatuses)[number]

/** The owner of an account: a person, or a company with its number (bank:D22). */
export type Owner = {
  readonly fullName: string
  readonly role: string | null
  readonly company: { readonly number: string; readonly scheme: string } | null
}

type NewAccount = Omit<Account, 'status' | 'livedUntil'> & { readonly status?: Account['status'] }

/** Accounts and cards of a person, each card after its backing account. */
export function accountsOf(db: DatabaseSync, personId: string): PersonAccount[] {
  return preparedExact(db, `${held} ORDER BY h.position`).all(personId).map(toPersonAccount)
}

/** One account or card of a person; null if it does not exist or is someone else's. */
export function findAccountOf(db: DatabaseSync, personId: string, accountId: string): PersonAccount | null {
  const row = preparedExact(db, `${held} AND h.account_id = ?`).get(personId, accountId)
  return row ? toPersonAccount(row) : null
}

/** The account with that resourceId, whoever holds it; null if there is none. */
export function findAccount(db: DatabaseSync, id: string): Account | null {
  return accounts.find(db, 'WHERE id = ?', id)
}

/** The payment account with this IBAN and currency, at any bank of the group; null if there is none. */
export function findAccountByIban(db: DatabaseSync, iban: string, currency: string): Account | null {
  return accounts.find(db, "WHERE iban = ? AND currency = ? AND kind = 'account'", iban, currency)
}

/** Every account with a life, including cards. */
export function listLivingAccounts(db: DatabaseSync): Account[] {
  return accounts.list(db, 'WHERE life IS NOT NULL ORDER BY id')
}

/** Adds an account or a card; no-op if its id exists. */
export function addAccount(db: DatabaseSync, account: NewAccount): void {
  accounts.insert(db, account, 'IGNORE')
}

/** Adds an account to a person's; `position` is its place in their list. */
export function addHolding(db: DatabaseSync, holding: RowOf<typeof holdings>): void {
  holdings.insert(db, holding, 'IGNORE')
}

/** Stores the owner at `position` (0 first) of an account; no-op if the position is taken (bank:D22). */
export function addOwner(db: DatabaseSync, accountId: string, position: number, owner: Owner): void {
  const { fullName, role, company } = owner
  const numbered = { companyNumber: company?.number ?? null, companyScheme: company?.scheme ?? null }
  owners.insert(db, { accountId, position, fullName, role, ...numbered }, 'IGNORE')
}

/** Owners of an account, in the order of the contract. */
export function ownersOf(db: DatabaseSync, accountId: string): Owner[] {
  return owners
    .list(db, 'WHERE account_id = ? ORDER BY position', accountId)
    .map(({ fullName, role, companyNumber: number, companyScheme: scheme }) => ({
      fullName,
      role,
      company: number === null ? null : { number, scheme: scheme ?? '' },
    }))
}

/** Names of the owners of an account of this bank by its IBAN; empty for an unknown or closed account. */
export function holdersOfIban(db: DatabaseSync, bankCode: string, iban: string): string[] {
  return prepared(
    db,
    `SELECT DISTINCT o.full_name FROM accounts a JOIN owners o ON o.account_id = a.id
     WHERE a.iban = ? AND a.bank_code = ? AND a.kind = 'account' AND a.status <> 'closed' ORDER BY o.position`,
  )
    .all(iban, bankCode)
    .map(row => String(row.full_name))
}

/** Stores the day (`YYYY-MM-DD`) up to which an account has entries, so that the next start continues there. */
export function noteLivedUntil(db: DatabaseSync, accountId: string, day: string): void {
  accounts.update(db, { livedUntil: day }, 'WHERE id = ?', accountId)
}

/** Opens, blocks (AC06) or closes (AC04) an account. */
export function changeAccountStatus(db: DatabaseSync, accountId: string, status: Account['status']): void {
  accounts.update(db, { status }, 'WHERE id = ?', accountId)
}

const held = 'SELECT a.*, h.psu_status FROM holdings h JOIN accounts a ON a.id = h.account_id WHERE h.person_id = ?'

function toPersonAccount(row: Record<string, unknown>): PersonAccount {
  return {
    ...accounts.map(row),
    psuStatus: psuStatuses.find(status => status === row.psu_status) ?? 'Account Holder',
  }
}
