import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { z } from 'zod'
import { transactionNatures } from '#lib/domain/accounts/transaction.ts'
import { connectionStates } from '#lib/domain/consent/connection.ts'
import { holderAnswers } from '#lib/domain/consent/holder.ts'
import { endedBy } from '#lib/domain/people/notice.ts'
import { activationSteps, linkFailures, liveLimitNames, refusals } from '#lib/domain/refusals/failure.ts'
import { QuotaView } from './quota.ts'

/** Decimal strings, `YYYY-MM-DD`, ISO 8601 with `Z`. */

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
  /** Null: initials. */
  logo: z.string().nullable(),
  city: z.string().nullable(),
  supports: z.array(z.string()),
  /** Shown before the redirect. */
  host: z.string(),
})
export type BankView = z.infer<typeof BankView>

export const BankBadge = BankView.pick({ name: true, initials: true, brandColor: true, brandInk: true, logo: true })

export const BalanceView = z.object({
  type: z.string(),
  name: z.string(),
  amount: MoneyView,
  referenceDate: z.string().nullable(),
  readAt: z.string(),
  /** domain/accounts/balance.ts. */
  main: z.boolean(),
})
export type BalanceView = z.infer<typeof BalanceView>

export const syncStates = ['idle', 'queued', 'running', 'done', 'failed'] as const

/** `day` null: not given. */
export const DrawView = z.object({ amount: MoneyView, day: z.string().nullable(), name: z.string() })
export type DrawView = z.infer<typeof DrawView>

export const AccountView = z.object({
  id: z.string(),
  connectionId: z.string(),
  bank: BankView,
  kind: z.enum(['account', 'card']),
  name: z.string(),
  product: z.string().nullable(),
  /** `FR76 •••• 4521`. */
  maskedIban: z.string().nullable(),
  /** Only on its own page and in the matrix. */
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  currency: z.string(),
  usage: z.string().nullable(),
  psuStatus: z.string().nullable(),
  features: z.array(z.string()),
  /** As the bank wrote it. */
  details: z.string().nullable(),
  cashAccountType: z.string(),
  /** Null while listed. */
  goneSince: z.string().nullable(),
  /** Only on its own page. */
  upcoming: z.object({ debits: MoneyView, after: MoneyView, count: z.number().int(), until: z.string() }).nullable(),
  /** Of a card. */
  timeline: z.object({ previous: DrawView.nullable(), coming: z.array(DrawView) }).nullable(),
  /** Of a card. */
  linkedAccountId: z.string().nullable(),
  may: z.object({ balances: z.boolean(), transactions: z.boolean(), owners: z.boolean(), overdrafts: z.boolean() }),
  mainBalance: BalanceView.nullable(),
  balances: z.array(BalanceView),
  /** 'closing_batch' (VALU 21:00 to 21:50), 'new_account' (CLBD), 'not_allowed', 'not_read'. */
  missingBalances: z.array(
    z.object({ type: z.string(), why: z.enum(['closing_batch', 'new_account', 'not_allowed', 'not_read']) }),
  ),
  owners: z.array(z.object({ fullName: z.string(), role: z.string().nullable() })).nullable(),
  company: z.object({ identification: z.string(), schemeName: z.string() }).nullable(),
  overdraft: MoneyView.nullable(),
  /** Only on its own page. */
  quota: QuotaView.nullable(),
  sync: z.object({
    state: z.enum(syncStates),
    error: z.string().nullable(),
    rows: z.number().int(),
    lastAt: z.string().nullable(),
    /** Of the last refresh. */
    unreadableRows: z.number().int(),
    unreadableBalances: z.number().int(),
  }),
  /** Null at home. */
  transactionCount: z.number().int().nullable(),
})
export type AccountView = z.infer<typeof AccountView>

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
  /** Empty: no bank. */
  bankName: z.string(),
  /** By the bank, or the inviting person's. */
  name: z.string().nullable(),
  connectionId: z.string().nullable(),
  flowId: z.string().nullable(),
  orderId: z.string().nullable(),
  invitationId: z.string().nullable(),
  /** Can be dismissed. */
  noticeId: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  /** Accounts. */
  count: z.number().int().nullable(),
  endedBy: z.enum(endedBy).nullable(),
})
export type AttentionView = z.infer<typeof AttentionView>

export const HomeView = z.object({
  /** Per currency, without cards. */
  totals: z.array(MoneyView),
  accounts: z.array(AccountView),
  attention: z.array(AttentionView),
  /** Not the disconnected ones. */
  states: z.array(z.object({ connectionId: z.string(), state: z.enum(connectionStates) })),
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
  /** Unchanged. */
  label: z.string(),
  /** The person's, else from the label (line-name.ts); may be empty. */
  name: z.string(),
  /** By the person. */
  named: z.boolean(),
  remittance: z.array(z.string()),
  /** `PMNT / RDDT / ESDD / 537`. */
  code: z.string().nullable(),
  /** 'other' if unknown. */
  nature: z.enum(transactionNatures),
  endToEndId: z.string().nullable(),
  /** Increasing. */
  entryReference: z.string().nullable(),
  /** Built-in, or own id. */
  category: z.string(),
  categorySource: z.enum(['code', 'label', 'rule', 'person']),
  ruleId: z.string().nullable(),
  /** Folded; may be empty. */
  counterparty: z.string(),
  /** From a file. */
  imported: z.boolean(),
  /** Of an own transfer or settled card. */
  pairedAccountId: z.string().nullable(),
})
export type TransactionView = z.infer<typeof TransactionView>

/** 100, newest first; `upcoming` on the first page only. */
export const TransactionPage = z.object({
  upcoming: z.array(TransactionView),
  booked: z.array(TransactionView),
  nextCursor: z.string().nullable(),
  /** Up to 2,000. */
  total: z.number().int(),
  more: z.boolean(),
  /** Searched instead; else null. */
  corrected: z.string().nullable(),
})
export type TransactionPage = z.infer<typeof TransactionPage>

export const ConnectionView = z.object({
  id: z.string(),
  bank: BankView,
  state: z.enum(connectionStates),
  reason: z.string().nullable(),
  /** As far as known. */
  endedBy: z.enum(endedBy).nullable(),
  psuName: z.string().nullable(),
  /** If it differs from the person's. */
  foreignHolder: z.object({ name: z.string(), answer: z.enum(holderAnswers).nullable() }).nullable(),
  authorisedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  lastSyncedAt: z.string().nullable(),
  /** Null before the first. */
  consent: z
    .object({
      version: z.number().int(),
      givenAt: z.string(),
      accountCount: z.number().int(),
      psuIdentity: z.boolean(),
    })
    .nullable(),
  /** The highest of its resources (document 1, Limits). */
  quota: QuotaView,
  accounts: z.array(AccountView),
  unreadableAccounts: z.number().int(),
})
export type ConnectionView = z.infer<typeof ConnectionView>

/** Stored, so it survives a reload. */
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
  /** Null: none, or removed. */
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

export const LinkFlowView = z.object({
  id: z.string(),
  bank: BankView,
  status: z.enum(['redirected', 'exchanging', 'quarantined', 'authorised', 'failed', 'revoked']),
  failure: z.enum(linkFailures).nullable(),
  bankError: z.string().nullable(),
  supportId: z.string().nullable(),
  connectionId: z.string().nullable(),
  outcome: z.enum(['linked', 'renewed', 'merged']).nullable(),
  expiresAt: z.string().nullable(),
  quarantinedUntil: z.string().nullable(),
})
export type LinkFlowView = z.infer<typeof LinkFlowView>

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

/** RFC 9457. */
export const ProblemView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(refusals),
  detail: z.string().optional(),
  bankCode: z.enum(bankCodes).optional(),
  field: z.string().optional(),
  fields: z.array(z.string()).optional(),
  missing: z.array(z.enum(activationSteps)).optional(),
  limit: z.object({ name: z.enum(liveLimitNames), max: z.string(), left: z.string() }).optional(),
  supportId: z.string().optional(),
  retryAfterSeconds: z.number().int().optional(),
})
export type ProblemView = z.infer<typeof ProblemView>
