import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { type invitationStates, shareLevels } from '#lib/domain/people/household.ts'
import type { BalanceView, BankBadge } from './banking.ts'
import type { MailState } from './mail.ts'

/** IBANs masked, nothing about bank logins. */

type Level = (typeof shareLevels)[number]

export type ShareView = {
  id: string
  accountId: string
  accountName: string
  bankName: string
  level: Level
  since: string
  /** To a quarter of an hour. */
  seenAt: string | null
}

export type HouseholdView = {
  members: {
    id: string
    name: string
    email: string
    joinedAt: string
    given: ShareView[]
    received: ShareView[]
  }[]
  accounts: {
    id: string
    name: string
    bank: BankBadge
    kind: 'account' | 'card'
    maskedIban: string | null
    offers: Level[]
  }[]
  /** Also ended in the last month without acceptance. */
  invitations: {
    id: string
    email: string
    state: (typeof invitationStates)[number]
    expiresAt: string
    /** `off`: no mail server, the link was shown. */
    mail: MailState | 'off'
  }[]
  full: boolean
}

export type SharedAccountView = {
  id: string
  ownerName: string
  bank: BankBadge
  kind: 'account' | 'card'
  name: string
  maskedIban: string | null
  currency: string
  mainBalance: BalanceView | null
  sees: { balances: boolean; transactions: boolean }
  since: string
  readAt: string | null
  alsoMine: boolean
}

export type InvitationView = {
  inviterName: string
  inviterEmail: string
  state: (typeof invitationStates)[number]
  expiresAt: string
  forMe: boolean
  taken: boolean
}

export const InviteInput = z.strictObject({ email: typedSingleLine(300) })
/** Token or id. */
export const AnswerInput = z.strictObject({ invitation: singleLine(100), accept: z.boolean() })
export const ShareInput = z.strictObject({
  shares: z.array(z.strictObject({ accountId: z.uuid(), level: z.enum(['none', ...shareLevels]) })).max(500),
})
export type ShareInput = z.infer<typeof ShareInput>
