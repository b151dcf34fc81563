import { consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { BankView } from './banking.ts'

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
export type ConsentMatrixRow = {
  iban: string
  name: string
  product: string | null
  currencies: string[]
  cards: { name: string }[]
  usage: string | null
  psuStatus: string | null
  isNew: boolean
  /** False: named by the person. */
  listed: boolean
  current: { balances: boolean; transactions: boolean; owners: boolean; overdrafts: boolean }
}
export type ConsentMatrixView = {
  connectionId: string
  bank: BankView
  rows: ConsentMatrixRow[]
  /** Two in v1.4.2, four in v1.6.2. */
  kinds: (typeof consentKinds)[number][]
  /** v1.4.2. */
  mayNameMore: boolean
  /** Data stays until unticked or disconnected. */
  gone: { accountId: string; name: string; maskedIban: string; since: string | null }[]
  psuIdentity: boolean
  /** Sent back, so that two tabs can't overwrite each other; 0 before the first. */
  version: number
  expiresAt: string | null
}

/** `hash` comes back with the confirmation (C21). */
export type ConsentDiffView = {
  hash: string
  added: { iban: string; name: string; kinds: (typeof consentKinds)[number][] }[]
  removed: { iban: string; name: string; kinds: (typeof consentKinds)[number][] }[]
  kept: number
  identity: 'added' | 'removed' | 'kept_on' | 'kept_off'
  empty: boolean
  purges: Record<'transactions' | 'balances' | 'owners' | 'overdrafts' | 'identity', number>
}

export const SendConsentInput = z.strictObject({
  choice: ConsentChoiceInput,
  hash: singleLine(200),
  version: z.number().int(),
})
export type SendConsentInput = z.infer<typeof SendConsentInput>

export type DisconnectPreview = {
  bankName: string
  accounts: number
  transactions: number
  /** Another login gives them too. */
  keptTransactions: number
  balances: number
  /** Proof of what was asked and when. */
  keptConsents: number
  keptCalls: number
  sendsEmptyConsent: boolean
}

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

export type ConsentLedger = {
  connectionId: string
  bank: BankView
  state: string
  /** Newest first. */
  entries: LedgerEntry[]
}

export type ConsentSentView = { version: number }

/** `revoked` false: retried in the background. */
export type DisconnectedView = { revoked: boolean | null }
