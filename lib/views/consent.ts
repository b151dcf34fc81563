import { consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { BankView } from './banking.ts'

/** Views of the consent, its ledger and disconnecting. */

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

/** One fieldset of the matrix: an IBAN with its currency accounts and its cards under it. */
export const ConsentMatrixRow = z.object({
  iban: z.string(),
  name: z.string(),
  product: z.string().nullable(),
  currencies: z.array(z.string()),
  cards: z.array(z.object({ name: z.string() })),
  usage: z.string().nullable(),
  psuStatus: z.string().nullable(),
  /** Listed for the first time since the person's last decision. */
  isNew: z.boolean(),
  /** Listed by the bank; false for an IBAN the person named and the bank has not listed yet. */
  listed: z.boolean(),
  current: z.object({ balances: z.boolean(), transactions: z.boolean(), owners: z.boolean(), overdrafts: z.boolean() }),
})
export const ConsentMatrixView = z.object({
  connectionId: z.string(),
  bank: BankView,
  rows: z.array(ConsentMatrixRow),
  /** The kinds of data in this bank's version: two in v1.4.2, four in v1.6.2. */
  kinds: z.array(z.enum(consentKinds)),
  /** The bank lists consented accounts only (v1.4.2): others can be named by IBAN. */
  mayNameMore: z.boolean(),
  /** Accounts the bank no longer lists; their data stays until unticked or disconnected. */
  gone: z.array(
    z.object({ accountId: z.string(), name: z.string(), maskedIban: z.string(), since: z.string().nullable() }),
  ),
  psuIdentity: z.boolean(),
  /** Version in force, sent back with the change so that two tabs can't overwrite each other. 0 before the first. */
  version: z.number().int(),
  expiresAt: z.string().nullable(),
})
export type ConsentMatrixView = z.infer<typeof ConsentMatrixView>

/** The changes, shown before sending; `hash` comes back with the confirmation (C21). */
export const ConsentDiffView = z.object({
  hash: z.string(),
  added: z.array(z.object({ iban: z.string(), name: z.string(), kinds: z.array(z.enum(consentKinds)) })),
  removed: z.array(z.object({ iban: z.string(), name: z.string(), kinds: z.array(z.enum(consentKinds)) })),
  kept: z.number().int(),
  identity: z.enum(['added', 'removed', 'kept_on', 'kept_off']),
  empty: z.boolean(),
  /** What unticking deletes: stored transactions and balances. */
  purges: z.object({ transactions: z.number().int(), balances: z.number().int() }),
})
export type ConsentDiffView = z.infer<typeof ConsentDiffView>

export const SendConsentInput = z.strictObject({
  choice: ConsentChoiceInput,
  hash: singleLine(200),
  version: z.number().int(),
})
export type SendConsentInput = z.infer<typeof SendConsentInput>

/** What disconnecting deletes, shown before. */
export const DisconnectPreview = z.object({
  bankName: z.string(),
  accounts: z.number().int(),
  transactions: z.number().int(),
  balances: z.number().int(),
  /** Kept, with the reason: consent records and the access log (proof of what was asked and when). */
  keptConsents: z.number().int(),
  keptCalls: z.number().int(),
  /** An empty consent is sent first, because the current one allows something. */
  sendsEmptyConsent: z.boolean(),
})
export type DisconnectPreview = z.infer<typeof DisconnectPreview>

/** One consent sent, with the bank's answer (C21). Append-only, enforced by the database. */
export const LedgerEntry = z.object({
  version: z.number().int(),
  /** The interface version whose lists were sent; null in older rows. */
  interfaceVersion: z.enum(['1.4.2', '1.6.2']).nullable(),
  /** pending, sent: no answer yet. superseded: replaced by a newer one. */
  status: z.enum(['pending', 'sent', 'accepted', 'refused', 'superseded']),
  inForce: z.boolean(),
  decidedAt: z.string(),
  sentAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  bankStatus: z.number().int().nullable(),
  bankCode: z.string().nullable(),
  requestId: z.string().nullable(),
  /** SHA-256 of the choice: equal to that of the displayed one. */
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

/** The version of a consent after sending. */
export const ConsentSentView = z.object({ version: z.number().int() })

/** `revoked` false: the bank has not answered yet; the revocation is retried in the background. */
export const DisconnectedView = z.object({ revoked: z.boolean().nullable() })
export type DisconnectedView = z.infer<typeof DisconnectedView>
