import { multiLine, singleLine, typedMultiLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { auditFaults } from '#lib/domain/audit/fault.ts'
import { bankFeatures } from '#lib/domain/bank/features.ts'
import { registrationChanges } from '#lib/domain/bank/registration-diff.ts'

const Moment = z.iso.datetime()

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
export const BankLine = z.object({
  code: z.string(),
  name: z.string(),
  brandColor: z.string(),
  brandInk: z.string(),
  initials: z.string(),
  logo: z.string().nullable(),
  aisVersion: z.string(),
  platform: z.string(),
  enabled: z.boolean(),
  connections: z.int(),
  resting: z.int(),
  calls: z.int(),
  failed: z.int(),
  /** 0 to 1; null without calls. */
  availability: z.number().nullable(),
  p95Ms: z.number().nullable(),
})
export type BankLine = z.infer<typeof BankLine>

export const OperationLine = z.object({
  operation: z.string(),
  calls: z.int(),
  failed: z.int(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
})
export type OperationLine = z.infer<typeof OperationLine>

export const ReportPart = z.object({
  at: Moment,
  calls: z.int(),
  failed: z.int(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
})
export type ReportPart = z.infer<typeof ReportPart>

export const BankReport = z.object({
  code: z.string(),
  window: ReportWindow,
  calls: z.int(),
  failed: z.int(),
  refused: z.int(),
  availability: z.number().nullable(),
  parts: z.array(ReportPart),
  operations: z.array(OperationLine),
  errors: z.array(z.object({ status: z.int().nullable(), code: z.string().nullable(), calls: z.int() })),
})
export type BankReport = z.infer<typeof BankReport>

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

export const CallLine = z.object({
  id: z.string(),
  at: Moment,
  bankCode: z.string(),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  attended: z.boolean(),
  status: z.int().nullable(),
  code: z.string().nullable(),
  durationMs: z.int(),
  requestId: z.string(),
  origin: z.string().nullable(),
  connectionId: z.string().nullable(),
})
export type CallLine = z.infer<typeof CallLine>
export const CallPage = z.object({ calls: z.array(CallLine), next: z.string().nullable() })
export type CallPage = z.infer<typeof CallPage>

export const QueueLine = z.object({
  name: z.enum(['consents', 'mails', 'payments', 'refreshes', 'revocations', 'webhooks']),
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  oldestSeconds: z.number().nullable(),
})
export type QueueLine = z.infer<typeof QueueLine>

export const QuotaLine = z.object({
  bankCode: z.string(),
  resource: z.enum(['accounts', 'identity', 'balances', 'transactions', 'owners', 'overdrafts']),
  connections: z.int(),
  used: z.int(),
  exhausted: z.int(),
})
export type QuotaLine = z.infer<typeof QuotaLine>

export const AuditFilter = z.object({
  action: singleLine(60).optional(),
  stream: singleLine(80).optional(),
  userId: z.uuid().optional(),
  requestId: singleLine(70).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  before: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditEventView = z.object({
  id: z.string(),
  at: Moment,
  seq: z.int(),
  stream: z.string(),
  action: z.string(),
  userId: z.string().nullable(),
  detail: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  bankRequestId: z.string().nullable(),
  hash: z.string(),
  erased: z.boolean(),
})
export type AuditEventView = z.infer<typeof AuditEventView>
export const AuditPageView = z.object({ events: z.array(AuditEventView), next: z.string().nullable() })
export type AuditPageView = z.infer<typeof AuditPageView>

/** ISO 8601. */
export type FailingOperator = { readonly email: string; readonly since: string }

export const AuditBreakView = z.object({
  stream: z.string(),
  seq: z.int(),
  eventId: z.string().nullable(),
  fault: z.enum(auditFaults),
})
export const AuditCheckView = z.object({
  at: Moment,
  streams: z.int(),
  events: z.int(),
  heads: z.string(),
  breaks: z.array(AuditBreakView),
})
export type AuditCheckView = z.infer<typeof AuditCheckView>

export const RegistrationLine = z.object({
  path: z.string(),
  change: z.enum(registrationChanges),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

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
export const ChangePlan = z.object({ lines: z.array(RegistrationLine), hash: z.string() })
export type ChangePlan = z.infer<typeof ChangePlan>

export const NewAgent = z.strictObject({
  name: typedSingleLine(140).trim().min(1),
  legalId: z.string().regex(/^AGT[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}-[A-Za-z0-9]{1,35}$/),
  softwareId: typedSingleLine(140).trim().min(1),
})
export type NewAgent = z.infer<typeof NewAgent>

export const AgentView = z.object({
  id: z.string(),
  clientId: z.string(),
  legalId: z.string(),
  name: z.string(),
  registeredAt: Moment,
})
export type AgentView = z.infer<typeof AgentView>

export const RegistrationView = z.object({
  platform: z.string(),
  banks: z.array(z.string()),
  connections: z.int(),
  clientId: z.string().nullable(),
  registeredAt: Moment.nullable(),
  updatedAt: Moment.nullable(),
  change: RegistrationChange,
  due: z.array(RegistrationLine),
  agents: z.array(AgentView),
})
export type RegistrationView = z.infer<typeof RegistrationView>

export const AtBankView = z.object({ readAt: Moment, members: z.string(), lines: z.array(RegistrationLine) })
export type AtBankView = z.infer<typeof AtBankView>

export const CertificateFacts = z.object({
  use: z.enum(['qwac', 'qsealc', 'unknown']),
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  fingerprint: z.string(),
  organisationId: z.string().nullable(),
  roles: z.array(z.string()),
  validFrom: Moment,
  validTo: Moment,
  daysLeft: z.int(),
  alarm: z.enum(['none', 'notice', 'warning', 'danger', 'over']),
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

export const CertificateSetView = z.object({
  /** Null: the environment's files. */
  id: z.string().nullable(),
  status: z.enum(['staged', 'active', 'retired']),
  qwac: CertificateFacts,
  qsealc: CertificateFacts,
  createdAt: Moment.nullable(),
  activatedAt: Moment.nullable(),
  retiredAt: Moment.nullable(),
  registeredAt: z.record(z.string(), z.string()),
  keysKept: z.boolean(),
})
export type CertificateSetView = z.infer<typeof CertificateSetView>

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
