/** What members of a household share: levels of a share, and states of an invitation. */

/** What is shared of an account: its balance, or its balance and transactions. */
export const shareLevels = ['balances', 'transactions'] as const
export type ShareLevel = (typeof shareLevels)[number]

/** People in one household, at most. */
export const maxMembers = 8

/** Whether a text from the database is one of ours. */
export function isShareLevel(text: string): text is ShareLevel {
  return shareLevels.some(level => level === text)
}

/** Whether `to` shows more of an account than `from`. */
export function isWider(from: ShareLevel | 'none', to: ShareLevel | 'none'): boolean {
  const steps: readonly string[] = ['none', ...shareLevels]
  return steps.indexOf(to) > steps.indexOf(from)
}

/** What the owner's consent allows to be read of an account. */
export type Consented = { readonly mayBalances: boolean; readonly mayTransactions: boolean }
export type Visible = { readonly balances: boolean; readonly transactions: boolean }

/** What another person sees: at most what the owner shares and the owner's consent at the bank covers. */
export function visibleOf(level: ShareLevel, { mayBalances, mayTransactions }: Consented): Visible {
  return { balances: mayBalances, transactions: level === 'transactions' && mayTransactions }
}

/** What an owner can share of an account; a level that would show nothing is not offered. */
export function offersOf(consented: Consented): ShareLevel[] {
  return shareLevels.filter(level => {
    const { balances, transactions } = visibleOf(level, consented)
    return level === 'transactions' ? transactions : balances
  })
}

export const invitationStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

/** The state of an invitation at an instant: its answer, or open until it expires. */
export function householdInvitationState(
  { answer, expiresAt }: { readonly answer: string | null; readonly expiresAt: Date },
  at: Date,
): InvitationState {
  const answered = (['accepted', 'declined', 'withdrawn'] as const).find(state => state === answer)
  return answered ?? (expiresAt <= at ? 'expired' : 'open')
}

/**
 * Why a person can't join a household, or null: `members` is its size, `own` that of their own household, including
 * themselves.
 */
export function findJoinFault(members: number, own: number): 'household_full' | 'household_taken' | null {
  if (own > 1) return 'household_taken'
  return members >= maxMembers ? 'household_full' : null
}
