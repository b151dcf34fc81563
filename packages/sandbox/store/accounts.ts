import type { DatabaseSync } from 'node:sqlite'
import { prepared, preparedExact } from './open.ts'
import { integer, minor, nullable, type RowOf, table, text, word } from './table.ts'

const accountColumns = {
  /** The `resourceId` of the interface; the same for every holder of a joint account. */
  id: text,
  bankCode: text,
  kind: word('account', 'card'),
  /** For a card: the IBAN of its backing account. */
  iban: text,
  currency: text,
  name: text,
  product: text,
  usage: word('PRIV', 'ORGA'),
  /** Credit transfers that a payment initiation can use: IP, SCT, SCT_MULT. */
  features: {
    type: 'TEXT' as const,
    read: (stored: unknown): readonly string[] => String(stored).split(',').filter(Boolean),
    write: (features: readonly string[]) => features.join(','),
  },
  overdraftMinor: minor,
  openingMinor: minor,
  openedOn: text,
  /** For a card: its backing account. */
  backingId: { ...nullable(text), more: 'REFERENCES accounts (id)' },
  /** For a card: its number, encoded (bank:D26). */
  cardNumber: nullable(text),
  status: { ...word('open', 'blocked', 'closed'), more: "DEFAULT 'open'" },
  /** Its life in `packages/sandbox/people/scenarios.ts`; null for none. */
  life: nullable(text),
  lifeFrom: nullable(text),
  /** Last day with stored entries. */
  livedUntil: nullable(text),
}
const accounts = table('accounts', accountColumns, {
  key: 'id',
  rest: `CREATE INDEX IF NOT EXISTS accounts_iban ON accounts (iban);
  CREATE INDEX IF NOT EXISTS accounts_backing ON accounts (backing_id) WHERE backing_id IS NOT NULL;`,
})
const ofAccount = { ...text, more: 'REFERENCES accounts (id)' }
const holdings = table(
  'holdings',
  {
    personId: { ...text, more: 'REFERENCES people (id)' },
    position: integer,
    accountId: ofAccount,
    psuStatus: word<PsuStatus>(),
  },
  { key: 'person_id, account_id', isByKey: true },
)
const owners = table(
  'owners',
  {
    accountId: ofAccount,
    position: integer,
    fullName: text,
    role: nullable(text),
    companyNumber: nullable(text),
    companyScheme: nullable(text),
  },
  { key: 'account_id, position', isByKey: true },
)
export const schema = [accounts, holdings, owners].map(one => one.schema).join('\n')

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

/**
 * Names of the holders of an account of this bank by its IBAN: a company alone, not those who act for it. Empty for an unknown or
 * closed account.
 */
export function holdersOfIban(db: DatabaseSync, bankCode: string, iban: string): string[] {
  return prepared(
    db,
    `SELECT DISTINCT o.full_name FROM accounts a JOIN owners o ON o.account_id = a.id
     WHERE a.iban = ? AND a.bank_code = ? AND a.kind = 'account' AND a.status <> 'closed'
       AND (o.company_number IS NOT NULL OR NOT EXISTS
         (SELECT 1 FROM owners c WHERE c.account_id = a.id AND c.company_number IS NOT NULL))
     ORDER BY o.position`,
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
