/** What people of a household show each other: levels of a share, and what an invitation is worth. */

/** What is shown of an account: its balance, or its balance and its transactions. */
export const shareLevels = ['balances', 'transactions'] as const
export type ShareLevel = (typeof shareLevels)[number]

/** People in one household, at most. */
export const mostMembers = 8

/** Whether a text from the database is one of ours. */
export function isShareLevel(text: string): text is ShareLevel {
  return shareLevels.some(level => level === text)
}

/** Whether somebody sees more of an account at `to` than at `from`. */
export function isWider(from: ShareLevel | 'none', to: ShareLevel | 'none'): boolean {
  const steps: readonly string[] = ['none', ...shareLevels]
  return steps.indexOf(to) > steps.indexOf(from)
}

/** What the consent of the owner lets anybody read of an account at all. */
export type Consented = { readonly mayBalances: boolean; readonly mayTransactions: boolean }
export type Visible = { readonly balances: boolean; readonly transactions: boolean }

/** What another person sees: never more than the owner shares, never more than the owner's own consent at the bank covers. */
export function visibleOf(level: ShareLevel, { mayBalances, mayTransactions }: Consented): Visible {
  return { balances: mayBalances, transactions: level === 'transactions' && mayTransactions }
}

/** What an owner can share of an account: a level that would show nothing is not offered. */
export function offersOf(consented: Consented): ShareLevel[] {
  return shareLevels.filter(level => {
    const { balances, transactions } = visibleOf(level, consented)
    return level === 'transactions' ? transactions : balances
  })
}

export const invitationStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

/** How an invitation stands at an instant: its answer, or open until it expires. */
export function householdInvitationState(
  { answer, expiresAt }: { readonly answer: string | null; readonly expiresAt: Date },
  at: Date,
): InvitationState {
  const answered = (['accepted', 'declined', 'withdrawn'] as const).find(state => state === answer)
  return answered ?? (expiresAt <= at ? 'expired' : 'open')
}

/** Why a person can't join a household, or null: `members` is how many it has, `own` how many theirs has, themselves among them. */
export function findJoinFault(members: number, own: number): 'household_full' | 'household_taken' | null {
  if (own > 1) return 'household_taken'
  return members >= mostMembers ? 'household_full' : null
}
