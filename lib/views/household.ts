import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { invitationStates, shareLevels } from '#lib/domain/people/household.ts'
import { BalanceView, BankBadge } from './banking.ts'
import { MailState } from './mail.ts'

/** Views of a household. IBANs are masked; no connection ids and nothing about anybody's bank login. */

const Level = z.enum(shareLevels)

/** One account shared with another person. */
export const ShareView = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  level: Level,
  since: z.string(),
  /** When the other person last looked, to a quarter of an hour. */
  seenAt: z.string().nullable(),
})
export type ShareView = z.infer<typeof ShareView>

export const HouseholdView = z.object({
  /** The other members. */
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      joinedAt: z.string(),
      /** What I show them. */
      given: z.array(ShareView),
      /** What they show me. */
      received: z.array(ShareView),
    }),
  ),
  /** My accounts, with what can be shared of each. */
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      bank: BankBadge,
      kind: z.enum(['account', 'card']),
      maskedIban: z.string().nullable(),
      offers: z.array(Level),
    }),
  ),
  /** My invitations that are open, or ended without acceptance in the last month. */
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      state: z.enum(invitationStates),
      expiresAt: z.string(),
      /** `off`: there is no mail server, so the link was shown instead. */
      mail: z.enum([...MailState.options, 'off']),
    }),
  ),
  full: z.boolean(),
})
export type HouseholdView = z.infer<typeof HouseholdView>

/** An account that somebody else shows me. */
export const SharedAccountView = z.object({
  id: z.string(),
  shareId: z.string(),
  ownerName: z.string(),
  bank: BankBadge,
  kind: z.enum(['account', 'card']),
  name: z.string(),
  maskedIban: z.string().nullable(),
  currency: z.string(),
  mainBalance: BalanceView.nullable(),
  sees: z.object({ balances: z.boolean(), transactions: z.boolean() }),
  since: z.string(),
  /** When it was last refreshed. */
  readAt: z.string().nullable(),
  /** The same account is linked by me too. */
  alsoMine: z.boolean(),
})
export type SharedAccountView = z.infer<typeof SharedAccountView>
export const SharedAccountList = z.object({ accounts: z.array(SharedAccountView) })

/** The page that an invitation's link opens. */
export const InvitationView = z.object({
  inviterName: z.string(),
  inviterEmail: z.string(),
  state: z.enum(invitationStates),
  expiresAt: z.string(),
  /** Whether it was sent to the signed-in address. */
  forMe: z.boolean(),
  /** Whether I am in a household with others already. */
  taken: z.boolean(),
})
export type InvitationView = z.infer<typeof InvitationView>

export const InviteInput = z.strictObject({ email: typedSingleLine(300) })
/** `invitation` is the token of its link, or its id. */
export const AnswerInput = z.strictObject({ invitation: singleLine(100), accept: z.boolean() })
export const ShareInput = z.strictObject({
  shares: z.array(z.strictObject({ accountId: z.uuid(), level: z.enum(['none', ...shareLevels]) })).max(500),
})
export type ShareInput = z.infer<typeof ShareInput>
