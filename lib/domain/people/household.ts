export const shareLevels = ['balances', 'transactions'] as const
export type ShareLevel = (typeof shareLevels)[number]

export const maxMembers = 8

export function isShareLevel(text: string): text is ShareLevel {
  return shareLevels.some(level => level === text)
}

export function isWider(from: ShareLevel | 'none', to: ShareLevel | 'none'): boolean {
  const steps: readonly string[] = ['none', ...shareLevels]
  return steps.indexOf(to) > steps.indexOf(from)
}

export type Consented = { readonly mayBalances: boolean; readonly mayTransactions: boolean }
export type Visible = { readonly balances: boolean; readonly transactions: boolean }

/** At most what owner and consent allow. */
export function visibleOf(level: ShareLevel, { mayBalances, mayTransactions }: Consented): Visible {
  return { balances: mayBalances, transactions: level === 'transactions' && mayTransactions }
}

export function offersOf(consented: Consented): ShareLevel[] {
  return shareLevels.filter(level => {
    const { balances, transactions } = visibleOf(level, consented)
    return level === 'transactions' ? transactions : balances
  })
}

export const invitationStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

export function householdInvitationState(
  { answer, expiresAt }: { readonly answer: string | null; readonly expiresAt: Date },
  at: Date,
): InvitationState {
  const answered = (['accepted', 'declined', 'withdrawn'] as const).find(state => state === answer)
  return answered ?? (expiresAt <= at ? 'expired' : 'open')
}

/** `members`: its size; `own`: that of their own. */
export function findJoinFault(members: number, own: number): 'household_full' | 'household_taken' | null {
  if (own > 1) return 'household_taken'
  return members >= maxMembers ? 'household_full' : null
}
