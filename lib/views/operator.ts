import { multiLine, singleLine, storableDay, typedMultiLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { ChainedEvent } from '#lib/domain/audit/chain.ts'
import type { auditFaults } from '#lib/domain/audit/fault.ts'
import { bankFeatures } from '#lib/domain/bank/features.ts'
import { mostRefreshesAtOnce } from '#lib/domain/bank/refresh-pace.ts'
import type { registrationChanges } from '#lib/domain/bank/registration-diff.ts'
import type { BankCallView } from './banking.ts'

type Moment = string

export const reportWindows = ['1h', '24h', '7d'] as const
export const ReportWindow = z.enum(reportWindows)
export type ReportWindow = z.infer<typeof ReportWindow>

/** Milliseconds; number of parts. */
export const windowSpans: { readonly [window in ReportWindow]: { readonly spanMs: number; readonly parts: number } } = {
  '1h': { spanMs: 3_600_000, parts: 30 },
  '24h': { spanMs: 86_400_000, parts: 48 },
  '7d': { spanMs: 604_800_000, parts: 42 },
}

const milliseconds = (least: number, most: number) => z.int().min(least).max(most).nullable()

/** Null: default. */
export const BankLimits = z.strictObject({
  connectMs: milliseconds(100, 30_000),
  attendedMs: milliseconds(1_000, 60_000),
  batchMs: milliseconds(1_000, 120_000),
  bodyMs: milliseconds(1_000, 120_000),
  maxConnections: z.int().min(1).max(128).nullable(),
  parallelPages: z.int().min(1).max(16).nullable(),
  refreshesAtOnce: z.int().min(1).max(mostRefreshesAtOnce).nullable(),
})
export type BankLimits = z.infer<typeof BankLimits>

const address = (protocol: RegExp) =>
  z
    .url({ protocol })
    .max(300)
    .refine(text => {
      const { username, search, hash } = URL.parse(text) ?? { username: text, search: '', hash: '' }
      return username === '' && search === '' && hash === ''
    })

/** Texts for faults: `operator.bankFaults`. */
export const BankEntry = BankLimits.extend({
  name: typedSingleLine(70).trim().min(1),
  group: typedSingleLine(70).trim().min(1),
  bic: z.string().regex(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
  baseUrl: address(/^https$/),
  screensUrl: address(/^https?$/),
  aisVersion: z.enum(['1.4.2', '1.6.2']),
  pkce: z.boolean(),
  appToApp: z.boolean(),
  supports: z.array(z.enum(bankFeatures)).max(bankFeatures.length),
  brandColor: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  brandInk: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  initials: typedSingleLine(3).trim().min(1),
  city: typedSingleLine(70).trim().nullable(),
  enabled: z.boolean(),
  platform: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
})
export type BankEntry = z.infer<typeof BankEntry>

export const NewBankEntry = BankEntry.extend({ code: z.string().regex(/^[0-9]{5}$/) })
export type NewBankEntry = z.infer<typeof NewBankEntry>

/** Serial as tools show it (`parseSerial`). */
export const NewRevokedCertificate = z.strictObject({
  serial: typedSingleLine(140),
  issuer: typedSingleLine(140).trim(),
  reason: typedSingleLine(140).trim().min(1),
})
export type NewRevokedCertificate = z.infer<typeof NewRevokedCertificate>

export type RevokedCertificateView = {
  readonly serial: string
  readonly issuer: string | null
  readonly reason: string
  readonly createdAt: string
}

export const NewBankLogo = z.strictObject({ svg: typedMultiLine(16_384).min(1) })

/** With its last hour. */
export type BankLine = {
  code: string
  name: string
  brandColor: string
  brandInk: string
  initials: string
  logo: string | null
  aisVersion: string
  platform: string
  enabled: boolean
  connections: number
  resting: number
  calls: number
  failed: number
  /** 0 to 1; null without calls. */
  availability: number | null
  p95Ms: number | null
}

export type OperationLine = {
  operation: string
  calls: number
  failed: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

export type ReportPart = {
  at: Moment
  calls: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
  p99Ms: number | null
}

export type BankReport = {
  code: string
  window: ReportWindow
  calls: number
  failed: number
  refused: number
  availability: number | null
  parts: ReportPart[]
  operations: OperationLine[]
  errors: { status: number | null; code: string | null; calls: number }[]
}

export const CallFilter = z.object({
  bank: singleLine(10).optional(),
  operation: singleLine(60).optional(),
  status: z
    .string()
    .regex(/^([1-5][0-9]{2}|[2-5]xx|none)$/)
    .optional(),
  code: singleLine(60).optional(),
  attended: z.enum(['yes', 'no']).optional(),
  requestId: singleLine(70).optional(),
  connection: z.uuid().optional(),
  before: z
    .string()
    .regex(/^[0-9]{1,16}_[0-9a-f-]{36}$/)
    .optional(),
})
export type CallFilter = z.infer<typeof CallFilter>

export type CallLine = Omit<BankCallView, 'accountName' | 'at'> & {
  at: Moment
  bankCode: string
  origin: string | null
  connectionId: string | null
}
export type CallPage = { calls: CallLine[]; next: string | null }

export type QueueLine = {
  name: 'consents' | 'mails' | 'payments' | 'refreshes' | 'revocations' | 'webhooks'
  waiting: number
  active: number
  failed: number
  oldestSeconds: number | null
}

export type QuotaLine = {
  bankCode: string
  resource: 'accounts' | 'identity' | 'balances' | 'transactions' | 'owners' | 'overdrafts'
  connections: number
  used: number
  exhausted: number
}

export const AuditFilter = z.object({
  action: singleLine(60).optional(),
  stream: singleLine(80).optional(),
  userId: z.uuid().optional(),
  requestId: singleLine(70).optional(),
  from: storableDay.optional(),
  to: storableDay.optional(),
  before: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export type AuditEventView = Omit<ChainedEvent, 'salt' | 'digest' | 'prevHash'>
export type AuditPageView = { events: AuditEventView[]; next: string | null }

/** ISO 8601. */
export type FailingOperator = { readonly email: string; readonly since: string }

export type AuditBreakView = {
  stream: string
  seq: number
  eventId: string | null
  fault: (typeof auditFaults)[number]
}
export type AuditCheckView = {
  at: Moment
  streams: number
  events: number
  heads: string
  breaks: AuditBreakView[]
}

export type RegistrationLine = {
  path: string
  change: (typeof registrationChanges)[number]
  before: string | null
  after: string | null
}

/** The rest is derived. */
export const RegistrationChange = z.strictObject({
  scope: z.string().regex(/^(aisp|pisp|cbpii)(,(aisp|pisp|cbpii)){0,2}$/),
  softwareId: typedSingleLine(140).trim().min(1),
  contactName: typedSingleLine(70).trim().min(1),
  email: z.email().max(140),
  phone: z.string().regex(/^\+?[0-9 ().-]{4,30}$/),
})
export type RegistrationChange = z.infer<typeof RegistrationChange>

/** The hash proves that the operator saw it. */
export type ChangePlan = { lines: RegistrationLine[]; hash: string }

export const NewAgent = z.strictObject({
  name: typedSingleLine(140).trim().min(1),
  legalId: z.string().regex(/^AGT[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}-[A-Za-z0-9]{1,35}$/),
  softwareId: typedSingleLine(140).trim().min(1),
})
export type NewAgent = z.infer<typeof NewAgent>

export type AgentView = {
  id: string
  clientId: string
  legalId: string
  name: string
  registeredAt: Moment
}

export type RegistrationView = {
  platform: string
  banks: string[]
  connections: number
  clientId: string | null
  registeredAt: Moment | null
  updatedAt: Moment | null
  change: RegistrationChange
  due: RegistrationLine[]
  agents: AgentView[]
}

export type AtBankView = { readAt: Moment; members: string; lines: RegistrationLine[] }

export type CertificateFacts = {
  use: 'qwac' | 'qsealc' | 'unknown'
  subject: string
  issuer: string
  serial: string
  fingerprint: string
  organisationId: string | null
  roles: string[]
  validFrom: Moment
  validTo: Moment
  daysLeft: number
  alarm: 'none' | 'notice' | 'warning' | 'danger' | 'over'
}

export type CertificateSetView = {
  /** Null: the environment's files. */
  id: string | null
  status: 'staged' | 'active' | 'retired'
  qwac: CertificateFacts
  qsealc: CertificateFacts
  createdAt: Moment | null
  activatedAt: Moment | null
  retiredAt: Moment | null
  registeredAt: Record<string, string>
  keysKept: boolean
}

/** PEM, PKCS#12 in base64, or a key's name elsewhere. */
export const NewCertificates = z.strictObject({
  qwac: z.strictObject({ data: multiLine(100_000).min(1), key: multiLine(20_000), password: singleLine(200) }),
  qsealc: z.strictObject({
    data: multiLine(100_000).min(1),
    key: multiLine(20_000),
    password: singleLine(200),
  }),
})
export type NewCertificates = z.infer<typeof NewCertificates>
