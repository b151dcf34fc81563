import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { z } from 'zod'
import { transactionNatures } from '#lib/domain/accounts/transaction.ts'
import { connectionStates } from '#lib/domain/consent/connection.ts'
import { holderAnswers } from '#lib/domain/consent/holder.ts'
import { endedBy } from '#lib/domain/people/notice.ts'
import { activationSteps, linkFailures, liveLimitNames, refusals } from '#lib/domain/refusals/failure.ts'
import { QuotaView } from './quota.ts'

/**
 * What pages receive and our JSON routes return, as schemas. Amounts are decimal strings, dates `YYYY-MM-DD`, instants
 * ISO 8601 with `Z`. Services return these; pages and queries read only these.
 */

export const MoneyView = z.object({ amount: z.string(), currency: z.string() })
export type MoneyView = z.infer<typeof MoneyView>

export const BankView = z.object({
  code: z.string(),
  name: z.string(),
  group: z.string(),
  bic: z.string(),
  brandColor: z.string(),
  brandInk: z.string(),
  initials: z.string(),
  /** URL of the bank's own logo; null: its initials are shown. */
  logo: z.string().nullable(),
  city: z.string().nullable(),
  supports: z.array(z.string()),
  /** The bank's host, shown before the redirect. */
  host: z.string(),
})
export type BankView = z.infer<typeof BankView>

/** A bank's name and the data for its logo. */
export const BankBadge = BankView.pick({ name: true, initials: true, brandColor: true, brandInk: true, logo: true })

export const BalanceView = z.object({
  type: z.string(),
  name: z.string(),
  amount: MoneyView,
  referenceDate: z.string().nullable(),
  readAt: z.string(),
  /** The one a page shows first, by the rule of domain/accounts/balance.ts. */
  main: z.boolean(),
})
export type BalanceView = z.infer<typeof BalanceView>

export const syncStates = ['idle', 'queued', 'running', 'done', 'failed'] as const

/** One draw of a deferred-debit card, past or future; the day is null if the bank gives none. */
export const DrawView = z.object({ amount: MoneyView, day: z.string().nullable(), name: z.string() })
export type DrawView = z.infer<typeof DrawView>

export const AccountView = z.object({
  id: z.string(),
  connectionId: z.string(),
  bank: BankView,
  kind: z.enum(['account', 'card']),
  name: z.string(),
  product: z.string().nullable(),
  /** `FR76 •••• 4521` for lists. */
  maskedIban: z.string().nullable(),
  /** In groups of four. Only on the account's own page and in the matrix, never in a list. */
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  currency: z.string(),
  usage: z.string().nullable(),
  psuStatus: z.string().nullable(),
  features: z.array(z.string()),
  /** The bank's own text, unchanged. */
  details: z.string().nullable(),
  cashAccountType: z.string(),
  /** Since when the bank no longer lists it; null while it does. */
  goneSince: z.string().nullable(),
  /** The main balance after known upcoming debits (domain/accounts/upcoming.ts); only on the account's own page. */
  upcoming: z.object({ debits: MoneyView, after: MoneyView, count: z.number().int(), until: z.string() }).nullable(),
  /** Of a card: the last draw, and those to come. */
  timeline: z.object({ previous: DrawView.nullable(), coming: z.array(DrawView) }).nullable(),
  /** Of a card. */
  linkedAccountId: z.string().nullable(),
  may: z.object({ balances: z.boolean(), transactions: z.boolean(), owners: z.boolean(), overdrafts: z.boolean() }),
  mainBalance: BalanceView.nullable(),
  balances: z.array(BalanceView),
  /**
   * Why an expected balance is missing: 'closing_batch' (VALU 21:00 to 21:50), 'new_account' (CLBD), 'not_allowed',
   * 'not_read'.
   */
  missingBalances: z.array(
    z.object({ type: z.string(), why: z.enum(['closing_batch', 'new_account', 'not_allowed', 'not_read']) }),
  ),
  owners: z.array(z.object({ fullName: z.string(), role: z.string().nullable() })).nullable(),
  company: z.object({ identification: z.string(), schemeName: z.string() }).nullable(),
  overdraft: MoneyView.nullable(),
  /** Only on the page of the account itself. */
  quota: QuotaView.nullable(),
  sync: z.object({
    state: z.enum(syncStates),
    error: z.string().nullable(),
    rows: z.number().int(),
    lastAt: z.string().nullable(),
    /** Unreadable transactions and balances of the last refresh. */
    unreadableRows: z.number().int(),
    unreadableBalances: z.number().int(),
  }),
  /** Stored transactions; null at home, which does not count them. */
  transactionCount: z.number().int().nullable(),
})
export type AccountView = z.infer<typeof AccountView>

/** Something that home asks the person to do. */
export const AttentionView = z.object({
  kind: z.enum([
    'finish_consent',
    'quarantined_link',
    'renew_soon',
    'expired',
    'revoked',
    'replaced',
    'sync_failed',
    'bank_down',
    'new_accounts',
    'transfer_held',
    'other_name',
    'household_invitation',
  ]),
  /** Empty where it is about no bank. */
  bankName: z.string(),
  /** The name given by the bank, or the inviting person's. */
  name: z.string().nullable(),
  connectionId: z.string().nullable(),
  flowId: z.string().nullable(),
  orderId: z.string().nullable(),
  /** The invitation to a household. */
  invitationId: z.string().nullable(),
  /** The notice behind it, which can be dismissed. */
  noticeId: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  /** Accounts it is about. */
  count: z.number().int().nullable(),
  endedBy: z.enum(endedBy).nullable(),
})
export type AttentionView = z.infer<typeof AttentionView>

export const HomeView = z.object({
  /** Sum of main balances per currency. Cards never count, because their outstandings are drawn on an account. */
  totals: z.array(MoneyView),
  accounts: z.array(AccountView),
  attention: z.array(AttentionView),
  /** One for every connection that was not disconnected at Guichet. */
  states: z.array(z.object({ connectionId: z.string(), state: z.enum(connectionStates) })),
  /** Accounts listed by the bank and not ticked. */
  unconsentedCount: z.number().int(),
})
export type HomeView = z.infer<typeof HomeView>

export const TransactionView = z.object({
  accountId: z.string(),
  key: z.string(),
  booked: z.boolean(),
  status: z.string(),
  amount: MoneyView,
  day: z.string(),
  bookingDate: z.string().nullable(),
  valueDate: z.string().nullable(),
  transactionDate: z.string().nullable(),
  expectedBookingDate: z.string().nullable(),
  /** First line of the remittance information, as the bank wrote it. */
  label: z.string(),
  /** Displayed name: the person's own one, else the shop or person in its label (domain/accounts/line-name.ts); may be empty. */
  name: z.string(),
  /** Whether the person chose the name. */
  named: z.boolean(),
  remittance: z.array(z.string()),
  /** `PMNT / RDDT / ESDD / 537`, as far as filled. */
  code: z.string().nullable(),
  /** The kind of transaction, derived from the code; 'other' if unknown. */
  nature: z.enum(transactionNatures),
  endToEndId: z.string().nullable(),
  /** The bank's increasing identifier of a booked line. */
  entryReference: z.string().nullable(),
  /** A built-in category of domain/accounts/category.ts, or the id of an own one. */
  category: z.string(),
  /** What decided the category. */
  categorySource: z.enum(['code', 'label', 'rule', 'person']),
  ruleId: z.string().nullable(),
  /** The counterparty, folded, as far as the label names it; else empty. */
  counterparty: z.string(),
  /** Imported from a file, not received from the bank. */
  imported: z.boolean(),
  /** The own account on the other side of an own transfer, or the settled card; excluded from income and spending. */
  pairedAccountId: z.string().nullable(),
})
export type TransactionView = z.infer<typeof TransactionView>

/** A page of 100 booked transactions, newest first; `upcoming` (not booked) on the first page only. */
export const TransactionPage = z.object({
  upcoming: z.array(TransactionView),
  booked: z.array(TransactionView),
  nextCursor: z.string().nullable(),
  /** Number of matches of a search, booked or not, counted up to 2,000. */
  total: z.number().int(),
  /** There are more matches than `total`. */
  more: z.boolean(),
  /** The similar words searched instead, because the typed ones had no match; null otherwise. */
  corrected: z.string().nullable(),
})
export type TransactionPage = z.infer<typeof TransactionPage>

export const ConnectionView = z.object({
  id: z.string(),
  bank: BankView,
  state: z.enum(connectionStates),
  reason: z.string().nullable(),
  /** Who ended it, if it has ended, as far as known. */
  endedBy: z.enum(endedBy).nullable(),
  psuName: z.string().nullable(),
  /** The bank's name for this access if it differs from the person's, and their answer about it. */
  foreignHolder: z.object({ name: z.string(), answer: z.enum(holderAnswers).nullable() }).nullable(),
  authorisedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  lastSyncedAt: z.string().nullable(),
  /** The consent in force, in the bank's order. Null before the first. */
  consent: z
    .object({
      version: z.number().int(),
      givenAt: z.string(),
      accountCount: z.number().int(),
      psuIdentity: z.boolean(),
    })
    .nullable(),
  /** Unattended reads used today, at most 4 per resource (document 1, Limits): the highest of its resources. */
  quota: QuotaView,
  accounts: z.array(AccountView),
  /** Unreadable accounts of the last listing, not included in `accounts`. */
  unreadableAccounts: z.number().int(),
})
export type ConnectionView = z.infer<typeof ConnectionView>

/** Progress of the first load and every refresh; stored in the database, so it survives a reload. */
export const ProgressView = z.object({
  connectionId: z.string(),
  running: z.boolean(),
  done: z.number().int(),
  total: z.number().int(),
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      maskedIban: z.string().nullable(),
      kind: z.enum(['account', 'card']),
      state: z.enum(syncStates),
      error: z.string().nullable(),
      rows: z.number().int(),
      mainBalance: MoneyView.nullable(),
    }),
  ),
})
export type ProgressView = z.infer<typeof ProgressView>

export const BankCallView = z.object({
  id: z.string(),
  at: z.string(),
  operation: z.string(),
  /** Name of the account concerned; null if none, or if it was removed. */
  accountName: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  attended: z.boolean(),
  status: z.number().int().nullable(),
  code: z.string().nullable(),
  durationMs: z.number().int(),
  requestId: z.string(),
})
export const BankCallPage = z.object({ calls: z.array(BankCallView), nextCursor: z.string().nullable() })
export type BankCallPage = z.infer<typeof BankCallPage>
export type BankCallView = z.infer<typeof BankCallView>

/** State or result of a link flow, for /link/result/[flowId] and /link/resume/[flowId]. */
export const LinkFlowView = z.object({
  id: z.string(),
  bank: BankView,
  status: z.enum(['redirected', 'exchanging', 'quarantined', 'authorised', 'failed', 'revoked']),
  failure: z.enum(linkFailures).nullable(),
  bankError: z.string().nullable(),
  supportId: z.string().nullable(),
  connectionId: z.string().nullable(),
  /** Of an authorised link flow: a new connection, a renewal, or merged into that of the same login. */
  outcome: z.enum(['linked', 'renewed', 'merged']).nullable(),
  /** When the resulting authorisation ends. */
  expiresAt: z.string().nullable(),
  quarantinedUntil: z.string().nullable(),
})
export type LinkFlowView = z.infer<typeof LinkFlowView>

/** Who we are, shown before the redirect to a bank. */
export const LegalView = z.object({
  name: z.string(),
  authorisation: z.string(),
  authority: z.string(),
  registerUrl: z.string(),
  contact: z.string(),
})
export type LegalView = z.infer<typeof LegalView>

export const SessionView = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
})
export type SessionView = z.infer<typeof SessionView>

/** RFC 9457 problem with our code, the bank's if given, and the id to quote to support. */
export const ProblemView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(refusals),
  detail: z.string().optional(),
  bankCode: z.enum(bankCodes).optional(),
  field: z.string().optional(),
  /** Every wrong field, if there are several. */
  fields: z.array(z.string()).optional(),
  missing: z.array(z.enum(activationSteps)).optional(),
  limit: z.object({ name: z.enum(liveLimitNames), max: z.string(), left: z.string() }).optional(),
  supportId: z.string().optional(),
  /** The value of the header `Retry-After`. */
  retryAfterSeconds: z.number().int().optional(),
})
export type ProblemView = z.infer<typeof ProblemView>
