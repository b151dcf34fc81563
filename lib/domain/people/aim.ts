/** What somebody signs up for, by the page that they were on the way to. */
export type Aim = 'merchant' | 'own'

export function aimOf(next: string | null): Aim {
  return /^\/(?:merchant|organisation|activation|invitation|keys|links|invoices|till)(?:[/?]|$)/.test(next ?? '')
    ? 'merchant'
    : 'own'
}

/** The token of the invitation to an organisation that a path opens. */
export function invitationIn(next: string | null): string | null {
  return /^\/invitation\/([\w-]{1,100})$/.exec(next ?? '')?.[1] ?? null
}
