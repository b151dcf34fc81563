import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { memberRoles } from '#lib/domain/merchant/membership.ts'
import { linkStates } from '#lib/domain/payments/link/state.ts'
import { MailOutcome, MailState } from './mail.ts'
import { PayeeVerificationView } from './transfer.ts'

/** Decimal strings, ISO 8601. */

const Instant = z.iso.datetime()

export const OrganisationSummary = z.object({ id: z.uuid(), name: z.string(), role: z.enum(memberRoles) })
export type OrganisationSummary = z.infer<typeof OrganisationSummary>

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

export const StoredLogo = z.object({ logo: z.string() })
export type StoredLogo = z.infer<typeof StoredLogo>

export const OrganisationView = OrganisationSummary.extend({
  legalName: z.string(),
  registrationNumber: z.string().nullable(),
  addressLines: z.array(z.string()),
  country: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  locale: z.enum(['fr', 'en']),
  returnUrls: z.array(z.string()),
  /** Null before it is named; masked but for owners. */
  beneficiary: z
    .object({
      name: z.string(),
      iban: z.string(),
      bic: z.string().nullable(),
      changedAt: Instant.nullable(),
      verification: PayeeVerificationView.nullable(),
    })
    .nullable(),
  /** In effect later. */
  nextBeneficiary: z
    .object({
      name: z.string(),
      iban: z.string(),
      bic: z.string().nullable(),
      from: Instant,
      byName: z.string().nullable(),
      verification: PayeeVerificationView.nullable(),
    })
    .nullable(),
  isActivated: z.boolean(),
  brand: MerchantBrand.pick({ colour: true, logo: true }),
  createdAt: Instant,
})
export type OrganisationView = z.infer<typeof OrganisationView>

export const BeneficiaryInput = z.strictObject({
  name: typedSingleLine(300),
  iban: typedSingleLine(80),
  bic: typedSingleLine(40),
})

export const MemberView = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  since: Instant,
  isYou: z.boolean(),
  /** Null while delivered, and for viewers who may not know. */
  mailFailingSince: Instant.nullable(),
  /** End with the membership. */
  keys: z.array(z.string()),
})
export type MemberView = z.infer<typeof MemberView>

export const InvitationView = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(memberRoles),
  state: z.enum(['open', 'accepted', 'revoked', 'expired']),
  /** Null: no mail server. */
  mail: MailState.nullable(),
  createdAt: Instant,
  expiresAt: Instant,
})
export type InvitationView = z.infer<typeof InvitationView>

export const TeamView = z.object({ members: z.array(MemberView), invitations: z.array(InvitationView) })
export type TeamView = z.infer<typeof TeamView>

const Amount = z.object({ amount: z.string(), currency: z.string() })

export const LinkView = z.object({
  id: z.uuid(),
  slug: z.string(),
  url: z.url(),
  mode: z.enum(['test', 'live']),
  state: z.enum(linkStates),
  invoiceId: z.uuid().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  /** Null: typed by the payer. */
  amount: Amount.nullable(),
  min: Amount.nullable(),
  max: Amount.nullable(),
  isReusable: z.boolean(),
  referencePrefix: z.string().nullable(),
  returnUrl: z.string().nullable(),
  uses: z.int(),
  paid: z.int(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  closedAt: Instant.nullable(),
})
export type LinkView = z.infer<typeof LinkView>

/** For anybody with the URL. */
export const PublicLinkView = z.object({
  slug: z.string(),
  mode: z.enum(['test', 'live']),
  state: z.enum(linkStates),
  payee: z.string(),
  merchant: MerchantBrand,
  title: z.string(),
  description: z.string().nullable(),
  amount: Amount.nullable(),
  min: Amount.nullable(),
  max: Amount.nullable(),
  currency: z.string(),
  locale: z.enum(['fr', 'en']),
  /** Null if they can. */
  stopped: z.enum(['organisation_suspended', 'organisation_not_activated']).nullable(),
  invoice: z
    .object({
      number: z.string(),
      dueOn: z.iso.date(),
      /** With VAT. */
      creditNotes: z.array(z.object({ number: z.string(), total: z.string() })),
    })
    .nullable(),
})
export type PublicLinkView = z.infer<typeof PublicLinkView>

export const MailedView = z.object({ mail: MailOutcome })
export type MailedView = z.infer<typeof MailedView>
