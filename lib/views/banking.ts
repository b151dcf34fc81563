import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { z } from 'zod'
import { transactionNatures } from '#lib/domain/accounts/transaction.ts'
import type { connectionStates } from '#lib/domain/consent/connection.ts'
import type { holderAnswers } from '#lib/domain/consent/holder.ts'
import type { endedBy } from '#lib/domain/people/notice.ts'
import { activationSteps, type linkFailures, liveLimitNames, refusals } from '#lib/domain/refusals/failure.ts'
import type { QuotaView } from './quota.ts'

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
export type BankBadge = z.infer<typeof BankBadge>

export type BalanceView = {
  type: string
  name: string
  amount: MoneyView
  referenceDate: string | null
  readAt: string
  /** domain/accounts/balance.ts. */
  main: boolean
}

export const syncStates = ['idle', 'queued', 'running', 'done', 'failed'] as const

/** `day` null: not given. */
export type DrawView = { amount: MoneyView; day: string | null; name: string }

export type AccountView = {
  id: string
  connectionId: string
  bank: BankView
  kind: 'account' | 'card'
  /** The person's, else the bank's. */
  name: string
  /** The person's; null: with its bank. */
  group: string | null
  /** Not listed on home. */
  hidden: boolean
  inTotals: boolean
  product: string | null
  /** `FR76 •••• 4521`. */
  maskedIban: string | null
  /** Only on its own page and in the matrix. */
  iban: string | null
  bic: string | null
  currency: string
  usage: string | null
  psuStatus: string | null
  features: string[]
  /** As the bank wrote it. */
  details: string | null
  cashAccountType: string
  /** Null while listed. */
  goneSince: string | null
  /** Of a card. */
  timeline: { previous: DrawView | null; coming: DrawView[] } | null
  /** Of a card. */
  linkedAccountId: string | null
  may: { balances: boolean; transactions: boolean; owners: boolean; overdrafts: boolean }
  mainBalance: BalanceView | null
  balances: BalanceView[]
  /** 'closing_batch' (VALU 21:00 to 21:50), 'new_account' (CLBD), 'not_allowed', 'not_read'. */
  missingBalances: { type: string; why: 'closing_batch' | 'new_account' | 'not_allowed' | 'not_read' }[]
  owners: { fullName: string; role: string | null }[] | null
  company: { identification: string; schemeName: string } | null
  overdraft: MoneyView | null
  /** Only on its own page. */
  quota: QuotaView | null
  sync: {
    state: (typeof syncStates)[number]
    error: string | null
    rows: number
    lastAt: string | null
    /** Of the last refresh. */
    unreadableRows: number
    unreadableBalances: number
  }
}

/** Most urgent first. */
export const attentionKinds = [
  'transfer_held',
  'quarantined_link',
  'household_invitation',
  'replaced',
  'revoked',
  'expired',
  'cannot_link',
  'finish_consent',
  'renew_soon',
  'other_name',
  'new_accounts',
  'account_blocked',
  'bank_down',
  'sync_failed',
  'own_transfers',
] as const

/** Says of each kind only what it is about. */
export type AttentionView = {
  kind: (typeof attentionKinds)[number]
  /** Empty: no bank. */
  bankName: string
  /** By the bank, the inviting person's, or the account's. */
  name?: string | null
  accountId?: string
  connectionId?: string
  flowId?: string
  orderId?: string | null
  invitationId?: string
  /** Can be dismissed. */
  noticeId?: string | null
  daysLeft?: number | null
  /** Accounts, or transfers. */
  count?: number | null
  endedBy?: (typeof endedBy)[number] | null
}

/** `isCounted`: its balance is part of the totals. */
export type CountedAccountView = AccountView & { isCounted: boolean }

export type HomeView = {
  /** Per currency, without cards. */
  totals: (MoneyView & {
    /** The oldest reading, without what is stale. */
    readAt: string | null
    /** The part that was not read since the day before yesterday, if not all; its oldest day. */
    stale: { amount: string; day: string } | null
  })[]
  accounts: CountedAccountView[]
  attention: AttentionView[]
  /** Not the disconnected ones. */
  states: { connectionId: string; state: (typeof connectionStates)[number] }[]
  unconsentedCount: number
}

export const TransactionView = z.object({
  /** In addresses. */
  id: z.string(),
  accountId: z.string(),
  key: z.string(),
  booked: z.boolean(),
  status: z.string(),
  amount: MoneyView,
  /** If `amount` is of some parts of a split one. */
  whole: MoneyView.nullable(),
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
  /** The person's, as what follows. */
  note: z.string().nullable(),
  tags: z.array(z.string()),
  /** Of a split one; signed. */
  parts: z.array(z.object({ category: z.string(), amount: z.string() })).nullable(),
  /** Of insights. */
  leftOut: z.boolean(),
})
export type TransactionView = z.infer<typeof TransactionView>

export type TransactionDetail = {
  line: TransactionView
  /** Else of an account shared with the person, who changes nothing. */
  isOwn: boolean
  /** Of its counterparty, in its direction and currency; null: nothing to count. */
  others: { direction: 'in' | 'out'; count: number; sum: string; average: string } | null
  attachments: { id: string; fileName: string; size: number }[]
  /** All the person's. */
  tags: string[]
}

export type ListSum = { currency: string; in: string; out: string; net: string }

/** 100, newest first; `upcoming` on the first page only. */
export type TransactionPage = {
  upcoming: TransactionView[]
  booked: TransactionView[]
  nextCursor: string | null
  /** Up to 2,000; behind a figure up to 100,000. */
  total: number
  more: boolean
  /** Of what counts in insights, on the first page; null: no filter, or too many. */
  sums: ListSum[] | null
  /** Searched instead; else null. */
  corrected: string | null
}

export type ConnectionView = {
  id: string
  bank: BankView
  state: (typeof connectionStates)[number]
  reason: string | null
  /** As far as known. */
  endedBy: (typeof endedBy)[number] | null
  psuName: string | null
  /** If it differs from the person's. */
  foreignHolder: { name: string; answer: (typeof holderAnswers)[number] | null } | null
  authorisedAt: string | null
  expiresAt: string | null
  daysLeft: number | null
  lastSyncedAt: string | null
  /** Null before the first. */
  consent: {
    version: number
    givenAt: string
    accountCount: number
    psuIdentity: boolean
  } | null
  /** The highest of its resources (document 1, Limits). */
  quota: QuotaView
  accounts: AccountView[]
  unreadableAccounts: number
}

/** Stored, so it survives a reload. */
export type ProgressView = {
  connectionId: string
  running: boolean
  done: number
  total: number
  accounts: {
    id: string
    name: string
    maskedIban: string | null
    kind: 'account' | 'card'
    state: (typeof syncStates)[number]
    error: string | null
    rows: number
    mainBalance: MoneyView | null
  }[]
}

export type BankCallView = {
  id: string
  at: string
  operation: string
  /** Null: none, or removed. */
  accountName: string | null
  method: string
  path: string
  attended: boolean
  status: number | null
  code: string | null
  durationMs: number
  requestId: string
}
export type BankCallPage = { calls: BankCallView[]; nextCursor: string | null }

export type LinkFlowView = {
  id: string
  bank: BankView
  status: 'redirected' | 'exchanging' | 'quarantined' | 'authorised' | 'failed' | 'revoked'
  failure: (typeof linkFailures)[number] | null
  bankError: string | null
  supportId: string | null
  connectionId: string | null
  outcome: 'linked' | 'renewed' | 'merged' | null
  expiresAt: string | null
  quarantinedUntil: string | null
}

export type LegalView = {
  name: string
  authorisation: string
  authority: string
  registerUrl: string
  contact: string
}

export type SessionView = {
  id: string
  current: boolean
  createdAt: string
  lastSeenAt: string
  userAgent: string | null
  ip: string | null
}

/** RFC 9457. */
export const ProblemView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(refusals),
  words: z.record(z.enum(['title', 'sentence', 'next']), z.string()).optional(),
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
