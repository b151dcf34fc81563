import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { memberRoles } from '#lib/domain/merchant/membership.ts'
import type { linkStates } from '#lib/domain/payments/link/state.ts'
import type { instantDefaults } from '#lib/domain/payments/order/instant.ts'
import type { MoneyView } from './banking.ts'
import type { MailOutcome, MailState } from './mail.ts'
import type { PayeeVerificationView } from './transfer.ts'

/** Decimal strings, ISO 8601. */

type Instant = string

export type OrganisationSummary = { id: string; name: string; role: (typeof memberRoles)[number] }

export const MerchantBrand = z.object({
  name: z.string(),
  /** Null: ours. */
  colour: z.templateLiteral(['#', z.string()]).nullable(),
  logo: z.string().nullable(),
  addressLines: z.array(z.string()),
  country: z.string(),
  email: z.string(),
  website: z.string().nullable(),
})
export type MerchantBrand = z.infer<typeof MerchantBrand>

export type StoredLogo = { logo: string }

export type OrganisationView = OrganisationSummary & {
  legalName: string
  registrationNumber: string | null
  addressLines: string[]
  country: string
  email: string
  website: string | null
  locale: 'fr' | 'en'
  instant: (typeof instantDefaults)[number]
  returnUrls: string[]
  /** Null before it is named; masked but for owners. */
  beneficiary: {
    name: string
    iban: string
    bic: string | null
    changedAt: Instant | null
    verification: PayeeVerificationView | null
  } | null
  /** In effect later. */
  nextBeneficiary: {
    name: string
    iban: string
    bic: string | null
    from: Instant
    byName: string | null
    verification: PayeeVerificationView | null
  } | null
  isActivated: boolean
  brand: Pick<MerchantBrand, 'colour' | 'logo'>
  createdAt: Instant
}

export const BeneficiaryInput = z.strictObject({
  name: typedSingleLine(300),
  iban: typedSingleLine(80),
  bic: typedSingleLine(40),
})

export type MemberView = {
  userId: string
  name: string
  email: string
  role: (typeof memberRoles)[number]
  since: Instant
  isYou: boolean
  /** Null while delivered, and for viewers who may not know. */
  mailFailingSince: Instant | null
  /** End with the membership. */
  keys: string[]
}

export type InvitationView = {
  id: string
  email: string
  role: (typeof memberRoles)[number]
  state: 'open' | 'accepted' | 'revoked' | 'expired'
  /** Null: no mail server. */
  mail: MailState | null
  createdAt: Instant
  expiresAt: Instant
}

export type TeamView = { members: MemberView[]; invitations: InvitationView[] }

export type LinkView = {
  id: string
  slug: string
  url: string
  mode: 'test' | 'live'
  state: (typeof linkStates)[number]
  invoiceId: string | null
  title: string
  description: string | null
  /** Null: typed by the payer. */
  amount: MoneyView | null
  min: MoneyView | null
  max: MoneyView | null
  isReusable: boolean
  referencePrefix: string | null
  returnUrl: string | null
  uses: number
  paid: number
  createdAt: Instant
  expiresAt: Instant | null
  closedAt: Instant | null
}

/** For anybody with the URL. */
export type PublicLinkView = {
  slug: string
  mode: 'test' | 'live'
  state: (typeof linkStates)[number]
  payee: string
  /** Of the account, where it isn’t the payee’s name. */
  holder: string | null
  merchant: MerchantBrand
  title: string
  description: string | null
  amount: MoneyView | null
  min: MoneyView | null
  max: MoneyView | null
  currency: string
  locale: 'fr' | 'en'
  /** Null if they can. */
  stopped: 'organisation_suspended' | 'organisation_not_activated' | null
  invoice: {
    number: string
    dueOn: string
    /** With VAT. */
    creditNotes: { number: string; total: string }[]
  } | null
}

export type MailedView = { mail: MailOutcome }
