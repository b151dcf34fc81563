import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

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

/** A payment account in one currency, or a deferred-debit card. Currencies of one IBAN are accounts of their own. */
export type Account = {
  /** The `resourceId` of the interface; the same for every holder of a joint account. */
  readonly id: string
  readonly bankCode: string
  readonly kind: 'account' | 'card'
  /** For a card: the IBAN of its backing account. */
  readonly iban: string
  readonly currency: string
  readonly name: string
  readonly product: string
  readonly usage: 'PRIV' | 'ORGA'
  /** Credit transfers that a payment initiation can use: IP, SCT, SCT_MULT. */
  readonly features: readonly string[]
  readonly overdraftMinor: bigint
  readonly openingMinor: bigint
  readonly openedOn: string
  /** For a card: its backing account. */
  readonly backingId: string | null
  /** For a card: its number, encoded (bank:D26). */
  readonly cardNumber: string | null
  readonly status: 'open' | 'blocked' | 'closed'
  /** Its life in `packages/sandbox/people/lives.ts`; null for none. */
  readonly life: string | null
  readonly lifeFrom: string | null
  /** Last day with stored entries. */
  readonly livedUntil: string | null
}

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
  return reading(
    db,
    `SELECT a.*, h.psu_status FROM holdings h JOIN accounts a ON a.id = h.account_id
     WHERE h.person_id = ? ORDER BY h.position`,
  )
    .all(personId)
    .map(toPersonAccount)
}

/** One account or card of a person; null if it does not exist or is someone else's. */
export function findAccountOf(db: DatabaseSync, personId: string, accountId: string): PersonAccount | null {
  const row = reading(
    db,
    `SELECT a.*, h.psu_status FROM holdings h JOIN accounts a ON a.id = h.account_id
     WHERE h.person_id = ? AND h.account_id = ?`,
  ).get(personId, accountId)
  return row ? toPersonAccount(row) : null
}

/** The account with that resourceId, whoever holds it; null if there is none. */
export function findAccount(db: DatabaseSync, id: string): Account | null {
  const row = reading(db, 'SELECT * FROM accounts WHERE id = ?').get(id)
  return row ? toAccount(row) : null
}

/** The payment account with this IBAN and currency, at any bank of the group; null if there is none. */
export function findAccountByIban(db: DatabaseSync, iban: string, currency: string): Account | null {
  const row = reading(db, "SELECT * FROM accounts WHERE iban = ? AND currency = ? AND kind = 'account'").get(
    iban,
    currency,
  )
  return row ? toAccount(row) : null
}

/** Every account with a life, including cards. */
export function listLivingAccounts(db: DatabaseSync): Account[] {
  return reading(db, 'SELECT * FROM accounts WHERE life IS NOT NULL ORDER BY id').all().map(toAccount)
}

/** Adds an account or a card; no-op if its id exists. */
export function addAccount(db: DatabaseSync, account: NewAccount): void {
  prepared(
    db,
    `INSERT INTO accounts (id, bank_code, kind, iban, currency, name, product, usage, features, overdraft_minor,
       opening_minor, opened_on, backing_id, card_number, life, life_from, status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  ).run(
    account.id,
    account.bankCode,
    account.kind,
    account.iban,
    account.currency,
    account.name,
    account.product,
    account.usage,
    account.features.join(','),
    account.overdraftMinor,
    account.openingMinor,
    account.openedOn,
    account.backingId,
    account.cardNumber,
    account.life,
    account.lifeFrom,
    account.status ?? 'open',
  )
}

/** Adds an account to a person's; `position` is its place in their list. */
export function addHolding(
  db: DatabaseSync,
  holding: { personId: string; position: number; accountId: string; psuStatus: PersonAccount['psuStatus'] },
): void {
  prepared(db, 'INSERT OR IGNORE INTO holdings (person_id, position, account_id, psu_status) VALUES (?, ?, ?, ?)').run(
    holding.personId,
    holding.position,
    holding.accountId,
    holding.psuStatus,
  )
}

/** Stores the owner at `position` (0 first) of an account; no-op if the position is taken (bank:D22). */
export function addOwner(db: DatabaseSync, accountId: string, position: number, owner: Owner): void {
  prepared(db, 'INSERT OR IGNORE INTO owners VALUES (?, ?, ?, ?, ?, ?)').run(
    accountId,
    position,
    owner.fullName,
    owner.role,
    owner.company?.number ?? null,
    owner.company?.scheme ?? null,
  )
}

/** Owners of an account, in the order of the contract. */
export function ownersOf(db: DatabaseSync, accountId: string): Owner[] {
  return prepared(db, 'SELECT * FROM owners WHERE account_id = ? ORDER BY position')
    .all(accountId)
    .map(row => ({
      fullName: String(row.full_name),
      role: textOrNull(row.role),
      company:
        row.company_number === null ? null : { number: String(row.company_number), scheme: String(row.company_scheme) },
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
  prepared(db, 'UPDATE accounts SET lived_until = ? WHERE id = ?').run(day, accountId)
}

/** Opens, blocks (AC06) or closes (AC04) an account. */
export function changeAccountStatus(db: DatabaseSync, accountId: string, status: Account['status']): void {
  prepared(db, 'UPDATE accounts SET status = ? WHERE id = ?').run(status, accountId)
}

function reading(db: DatabaseSync, sql: string) {
  const statement = prepared(db, sql)
  statement.setReadBigInts(true)
  return statement
}

function toPersonAccount(row: Record<string, unknown>): PersonAccount {
  return {
    ...toAccount(row),
    psuStatus: psuStatuses.find(status => status === row.psu_status) ?? 'Account Holder',
  }
}

function toAccount(row: Record<string, unknown>): Account {
  return {
    id: String(row.id),
    bankCode: String(row.bank_code),
    kind: row.kind === 'card' ? 'card' : 'account',
    iban: String(row.iban),
    currency: String(row.currency),
    name: String(row.name),
    product: String(row.product),
    usage: row.usage === 'ORGA' ? 'ORGA' : 'PRIV',
    features: String(row.features)
      .split(',')
      .filter(feature => feature !== ''),
    overdraftMinor: BigInt(String(row.overdraft_minor)),
    openingMinor: BigInt(String(row.opening_minor)),
    openedOn: String(row.opened_on),
    backingId: textOrNull(row.backing_id),
    cardNumber: textOrNull(row.card_number),
    status: row.status === 'blocked' || row.status === 'closed' ? row.status : 'open',
    life: textOrNull(row.life),
    lifeFrom: textOrNull(row.life_from),
    livedUntil: textOrNull(row.lived_until),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
