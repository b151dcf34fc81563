import { consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { BankView } from './banking.ts'

export const ConsentAccountChoice = z.strictObject({
  iban: z.string().regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/),
  balances: z.boolean(),
  transactions: z.boolean(),
  owners: z.boolean(),
  overdrafts: z.boolean(),
})
export const ConsentChoiceInput = z.strictObject({
  accounts: z.array(ConsentAccountChoice).max(500),
  psuIdentity: z.boolean(),
})
export type ConsentChoiceInput = z.infer<typeof ConsentChoiceInput>

/** An IBAN with its currencies and cards. */
export const ConsentMatrixRow = z.object({
  iban: z.string(),
  name: z.string(),
  product: z.string().nullable(),
  currencies: z.array(z.string()),
  cards: z.array(z.object({ name: z.string() })),
  usage: z.string().nullable(),
  psuStatus: z.string().nullable(),
  isNew: z.boolean(),
  /** False: named by the person. */
  listed: z.boolean(),
  current: z.object({ balances: z.boolean(), transactions: z.boolean(), owners: z.boolean(), overdrafts: z.boolean() }),
})
export const ConsentMatrixView = z.object({
  connectionId: z.string(),
  bank: BankView,
  rows: z.array(ConsentMatrixRow),
  /** Two in v1.4.2, four in v1.6.2. */
  kinds: z.array(z.enum(consentKinds)),
  /** v1.4.2. */
  mayNameMore: z.boolean(),
  /** Data stays until unticked or disconnected. */
  gone: z.array(
    z.object({ accountId: z.string(), name: z.string(), maskedIban: z.string(), since: z.string().nullable() }),
  ),
  psuIdentity: z.boolean(),
  /** Sent back, so that two tabs can't overwrite each other; 0 before the first. */
  version: z.number().int(),
  expiresAt: z.string().nullable(),
})
export type ConsentMatrixView = z.infer<typeof ConsentMatrixView>

/** `hash` comes back with the confirmation (C21). */
export const ConsentDiffView = z.object({
  hash: z.string(),
  added: z.array(z.object({ iban: z.string(), name: z.string(), kinds: z.array(z.enum(consentKinds)) })),
  removed: z.array(z.object({ iban: z.string(), name: z.string(), kinds: z.array(z.enum(consentKinds)) })),
  kept: z.number().int(),
  identity: z.enum(['added', 'removed', 'kept_on', 'kept_off']),
  empty: z.boolean(),
  purges: z.object({ transactions: z.number().int(), balances: z.number().int() }),
})
export type ConsentDiffView = z.infer<typeof ConsentDiffView>

export const SendConsentInput = z.strictObject({
  choice: ConsentChoiceInput,
  hash: singleLine(200),
  version: z.number().int(),
})
export type SendConsentInput = z.infer<typeof SendConsentInput>

export const DisconnectPreview = z.object({
  bankName: z.string(),
  accounts: z.number().int(),
  transactions: z.number().int(),
  balances: z.number().int(),
  /** Proof of what was asked and when. */
  keptConsents: z.number().int(),
  keptCalls: z.number().int(),
  sendsEmptyConsent: z.boolean(),
})
export type DisconnectPreview = z.infer<typeof DisconnectPreview>

/** C21. Append-only by the database. */
export const LedgerEntry = z.object({
  version: z.number().int(),
  /** Null in older rows. */
  interfaceVersion: z.enum(['1.4.2', '1.6.2']).nullable(),
  status: z.enum(['pending', 'sent', 'accepted', 'refused', 'superseded']),
  inForce: z.boolean(),
  decidedAt: z.string(),
  sentAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  bankStatus: z.number().int().nullable(),
  bankCode: z.string().nullable(),
  requestId: z.string().nullable(),
  hash: z.string(),
  psuIdentity: z.boolean(),
  accounts: z.array(
    z.object({
      /** In groups of four. */
      iban: z.string(),
      name: z.string().nullable(),
      kinds: z.array(z.enum(consentKinds)),
    }),
  ),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const ConsentLedger = z.object({
  connectionId: z.string(),
  bank: BankView,
  state: z.string(),
  /** Newest first. */
  entries: z.array(LedgerEntry),
})
export type ConsentLedger = z.infer<typeof ConsentLedger>

export const ConsentSentView = z.object({ version: z.number().int() })
export type ConsentSentView = z.infer<typeof ConsentSentView>

/** `revoked` false: retried in the background. */
export const DisconnectedView = z.object({ revoked: z.boolean().nullable() })
export type DisconnectedView = z.infer<typeof DisconnectedView>
