import { z } from 'zod'
import { consentKinds } from '#lib/domain/consent/choice.ts'
import { line } from '#lib/domain/text/person.ts'
import { BankView } from './banking.ts'

/** What pages and routes of the consent, of its ledger and of leaving are given and answer. */

export const ConsentAccountChoice = z.object({
  iban: z.string().regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/),
  balances: z.boolean(),
  transactions: z.boolean(),
  owners: z.boolean(),
  overdrafts: z.boolean(),
})
export const ConsentChoiceInput = z.object({
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
  /** Not there when the person last decided. */
  isNew: z.boolean(),
  /** The bank's list has it; false for an IBAN that the person named and the bank has not listed yet. */
  listed: z.boolean(),
  current: z.object({ balances: z.boolean(), transactions: z.boolean(), owners: z.boolean(), overdrafts: z.boolean() }),
})
export const ConsentMatrixView = z.object({
  connectionId: z.string(),
  bank: BankView,
  rows: z.array(ConsentMatrixRow),
  /** What this bank's version lets a person decide about: two kinds in v1.4.2, four in v1.6.2. */
  kinds: z.array(z.enum(consentKinds)),
  /** The bank lists only what was consented (v1.4.2): an account it does not show may be named by its IBAN. */
  mayNameMore: z.boolean(),
  /** Accounts that the bank no longer lists: what was read of them stays until it is unticked or disconnected. */
  gone: z.array(
    z.object({ accountId: z.string(), name: z.string(), maskedIban: z.string(), since: z.string().nullable() }),
  ),
  psuIdentity: z.boolean(),
  /** Version in force: sent back with the change, so that two tabs can't overwrite each other. 0 before the first. */
  version: z.number().int(),
  expiresAt: z.string().nullable(),
})
export type ConsentMatrixView = z.infer<typeof ConsentMatrixView>

/** What would change, shown before it is sent; `hash` comes back with the confirmation (C21). */
export const ConsentDiffView = z.object({
  hash: z.string(),
  added: z.array(z.object({ iban: z.string(), name: z.string(), kinds: z.array(z.enum(consentKinds)) })),
  removed: z.array(z.object({ iban: z.string(), name: z.string(), kinds: z.array(z.enum(consentKinds)) })),
  kept: z.number().int(),
  identity: z.enum(['added', 'removed', 'kept_on', 'kept_off']),
  empty: z.boolean(),
  /** What unticking purges: stored lines and balances that will be deleted here. */
  purges: z.object({ transactions: z.number().int(), balances: z.number().int() }),
})
export type ConsentDiffView = z.infer<typeof ConsentDiffView>

export const SendConsentInput = z.object({ choice: ConsentChoiceInput, hash: line(200), version: z.number().int() })
export type SendConsentInput = z.infer<typeof SendConsentInput>

/** What disconnecting deletes, said before it is done. */
export const DisconnectPreview = z.object({
  bankName: z.string(),
  accounts: z.number().int(),
  transactions: z.number().int(),
  balances: z.number().int(),
  /** Kept, with the reason: consent records and the access log (proof of what was asked and when). */
  keptConsents: z.number().int(),
  keptCalls: z.number().int(),
  /** The bank is told first that nothing is allowed any more: there is a consent that allows something. */
  sendsEmptyConsent: z.boolean(),
})
export type DisconnectPreview = z.infer<typeof DisconnectPreview>

/** One consent ever sent, with what the bank said (C21). Append-only: the database refuses anything else. */
export const LedgerEntry = z.object({
  version: z.number().int(),
  /** Which lists the bank was sent; null in rows older than this column. */
  interfaceVersion: z.enum(['1.4.2', '1.6.2']).nullable(),
  /** pending, sent: not answered yet. superseded: a newer one took its place. */
  status: z.enum(['pending', 'sent', 'accepted', 'refused', 'superseded']),
  inForce: z.boolean(),
  decidedAt: z.string(),
  sentAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  bankStatus: z.number().int().nullable(),
  bankCode: z.string().nullable(),
  requestId: z.string().nullable(),
  /** SHA-256 of the choice: equal to that of what was shown. */
  hash: z.string(),
  psuIdentity: z.boolean(),
  accounts: z.array(
    z.object({
      /** In fours. */
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

/** A consent that was sent: the version it is now. */
export const ConsentSentView = z.object({ version: z.number().int() })

/** `revoked` false: the bank has not answered yet, and is asked again without the person. */
export const DisconnectedView = z.object({ revoked: z.boolean().nullable() })
