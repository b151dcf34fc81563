import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { invitationStates, shareLevels } from '#lib/domain/people/household.ts'
import { BalanceView, BankBadge } from './banking.ts'
import { MailState } from './mail.ts'

/** IBANs masked, nothing about bank logins. */

const Level = z.enum(shareLevels)

export const ShareView = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  level: Level,
  since: z.string(),
  /** To a quarter of an hour. */
  seenAt: z.string().nullable(),
})
export type ShareView = z.infer<typeof ShareView>

export const HouseholdView = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      joinedAt: z.string(),
      given: z.array(ShareView),
      received: z.array(ShareView),
    }),
  ),
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
  /** Also ended in the last month without acceptance. */
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      state: z.enum(invitationStates),
      expiresAt: z.string(),
      /** `off`: no mail server, the link was shown. */
      mail: z.enum([...MailState.options, 'off']),
    }),
  ),
  full: z.boolean(),
})
export type HouseholdView = z.infer<typeof HouseholdView>

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
  readAt: z.string().nullable(),
  alsoMine: z.boolean(),
})
export type SharedAccountView = z.infer<typeof SharedAccountView>
export const SharedAccountList = z.object({ accounts: z.array(SharedAccountView) })
export type SharedAccountList = z.infer<typeof SharedAccountList>

export const InvitationView = z.object({
  inviterName: z.string(),
  inviterEmail: z.string(),
  state: z.enum(invitationStates),
  expiresAt: z.string(),
  forMe: z.boolean(),
  taken: z.boolean(),
})
export type InvitationView = z.infer<typeof InvitationView>

export const InviteInput = z.strictObject({ email: typedSingleLine(300) })
/** Token or id. */
export const AnswerInput = z.strictObject({ invitation: singleLine(100), accept: z.boolean() })
export const ShareInput = z.strictObject({
  shares: z.array(z.strictObject({ accountId: z.uuid(), level: z.enum(['none', ...shareLevels]) })).max(500),
})
export type ShareInput = z.infer<typeof ShareInput>
