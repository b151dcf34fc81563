import type { DatabaseSync } from 'node:sqlite'
import { prepared, preparedExact } from './open.ts'
import { integer, minor, nullable, table, text, word } from './table.ts'

/**
 * The ledger of executed transfers: one row each, with two postings that sum to zero. An account's posting references its entry
 * (`account_id`, `position`); money that leaves the group is on a settlement account of its currency.
 */
const transfers = table(
  'transfers',
  {
    instructionId: { ...text, more: 'REFERENCES instructions (id)' },
    occurrence: integer,
    executedOn: text,
    currency: text,
    amountMinor: { ...minor, more: 'CHECK (amount_minor > 0)' },
  },
  { key: 'instruction_id, occurrence', isByKey: true },
)
const postings = table(
  'postings',
  {
    instructionId: text,
    occurrence: integer,
    side: word('debit', 'credit'),
    accountId: text,
    position: nullable(integer),
    currency: text,
    amountMinor: minor,
  },
  {
    key: 'instruction_id, occurrence, side',
    isByKey: true,
    also: 'FOREIGN KEY (instruction_id, occurrence) REFERENCES transfers (instruction_id, occurrence)',
    rest: `CREATE UNIQUE INDEX IF NOT EXISTS postings_entry ON postings (account_id, position) WHERE position IS NOT NULL;
  CREATE TRIGGER IF NOT EXISTS postings_fixed BEFORE UPDATE ON postings BEGIN
    SELECT RAISE(ABORT, 'postings are written once');
  END;
  CREATE TRIGGER IF NOT EXISTS postings_kept BEFORE DELETE ON postings BEGIN
    SELECT RAISE(ABORT, 'postings are kept');
  END;`,
  },
)
export const schema = `${transfers.schema}\n${postings.schema}`

/** One execution of an instruction. `debtor` and `creditor` reference the entries; a creditor outside the group is null. */
export type Transfer = {
  readonly instructionId: string
  /** 0 for the first execution of a series, and for a single transfer. */
  readonly occurrence: number
  readonly executedOn: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly debtor: { readonly accountId: string; readonly position: number }
  readonly creditor: { readonly accountId: string; readonly position: number } | null
}

/** The account that represents all other banks, per currency. */
export const settlementAccount = (currency: string): string => `settlement ${currency}`

/** Stores a transfer with its two postings. Throws if this execution is stored already. */
export function postTransfer(db: DatabaseSync, transfer: Transfer): void {
  const { instructionId, occurrence, currency, amountMinor, debtor, creditor } = transfer
  transfers.insert(db, transfer)
  const credited = creditor ?? { accountId: settlementAccount(currency), position: null }
  const one = { instructionId, occurrence, currency }
  postings.insert(db, { ...one, ...debtor, side: 'debit', amountMinor: -amountMinor })
  postings.insert(db, { ...one, ...credited, side: 'credit', amountMinor })
}

export type LedgerReport = {
  readonly isBalanced: boolean
  readonly transfers: number
  /** Sum of all postings per currency, in minor units; zero unless there is a fault. */
  readonly sums: Readonly<Record<string, bigint>>
  /** The faults in words; empty if there are none. */
  readonly faults: readonly string[]
  /** The same by kind, with their subjects. */
  readonly found: readonly LedgerFault[]
}

export type LedgerFaultKind =
  | 'sum'
  | 'postings'
  | 'no_entry'
  | 'no_settlement'
  | 'no_posting'
  | 'occurrences'
  | 'no_transfer'
  | 'unasked'
export type LedgerFault = { readonly kind: LedgerFaultKind; readonly about: string; readonly words: string }

const checks: readonly (readonly [kind: LedgerFaultKind, words: string, sql: string])[] = [
  [
    'postings',
    'a transfer does not have two postings of its amount that sum to zero',
    `SELECT t.instruction_id AS id FROM transfers t LEFT JOIN postings p USING (instruction_id, occurrence)
     GROUP BY t.instruction_id, t.occurrence
     HAVING count(p.side) <> 2 OR sum(p.amount_minor) <> 0 OR max(p.amount_minor) <> t.amount_minor
       OR min(p.currency) <> t.currency OR max(p.currency) <> t.currency`,
  ],
  [
    'no_entry',
    'a posting has no entry of its amount on its account',
    `SELECT p.instruction_id AS id FROM postings p
     LEFT JOIN entries e ON e.account_id = p.account_id AND e.position = p.position
     WHERE p.position IS NOT NULL
       AND (e.account_id IS NULL OR e.amount_minor <> p.amount_minor OR e.status <> 'BOOK' OR e.source <> 'payment')`,
  ],
  [
    'no_settlement',
    'a posting without an entry is not on a settlement account',
    `SELECT instruction_id AS id FROM postings WHERE position IS NULL AND account_id <> 'settlement ' || currency`,
  ],
  [
    'no_posting',
    'an entry of a payment stands in no ledger',
    `SELECT e.account_id AS id FROM entries e
     LEFT JOIN postings p ON p.account_id = e.account_id AND p.position = e.position
     WHERE e.source = 'payment' AND p.account_id IS NULL`,
  ],
  [
    'occurrences',
    'an instruction was not executed as often as the ledger says',
    `SELECT i.id FROM instructions i LEFT JOIN transfers t ON t.instruction_id = i.id
     GROUP BY i.id HAVING count(t.occurrence) <> i.occurrences OR coalesce(max(t.occurrence) + 1, 0) <> i.occurrences`,
  ],
  [
    'no_transfer',
    'an executed instruction has no transfer',
    `SELECT id FROM instructions WHERE status = 'ACSC' AND occurrences = 0`,
  ],
  [
    'unasked',
    'an instruction was executed without consent and confirmation',
    `SELECT i.id FROM instructions i JOIN payments p ON p.id = i.payment_id
     WHERE i.occurrences > 0 AND (p.consented_at IS NULL OR p.confirmed_at IS NULL)`,
  ],
]

/** Checks the ledger's sums, its entries and the instructions. */
export function checkLedger(db: DatabaseSync): LedgerReport {
  const sums = Object.fromEntries(
    preparedExact(db, 'SELECT currency, sum(amount_minor) AS total FROM postings GROUP BY currency')
      .all()
      .map(row => [String(row.currency), BigInt(String(row.total))]),
  )
  const found: LedgerFault[] = [
    ...Object.entries(sums)
      .filter(([, sum]) => sum !== 0n)
      .map(([currency, sum]) => {
        return { kind: 'sum' as const, about: currency, words: `postings in ${currency} sum to ${sum}, not to zero` }
      }),
    ...checks.flatMap(([kind, words, sql]) =>
      prepared(db, sql)
        .all()
        .map(({ id }) => ({ kind, about: String(id), words: `${words}: ${String(id)}` })),
    ),
  ]
  const faults = found.map(({ words }) => words)
  const count = prepared(db, 'SELECT count(*) AS n FROM transfers').get()
  return { isBalanced: faults.length === 0, transfers: Number(count?.n ?? 0), sums, faults, found }
}
