/**
 * The URL parameters with which a form's route redirects to its page: the refusal, its field, or a neutral notice.
 * Only known values are shown, so that a link cannot put its own text on our page.
 */
export const authErrors = ['wrong_credentials', 'too_many_tries', 'no_cookies', 'our_fault'] as const
export type AuthError = (typeof authErrors)[number]

export const authFaults = {
  name: ['invalid'],
  email: ['invalid'],
  password: ['too_short', 'too_long', 'common', 'is_email'],
} as const
export type AuthField = keyof typeof authFaults

export const authNotices = ['signed_up', 'signed_out', 'sign_in_first', 'session_ended', 'password_reset'] as const
export type AuthNotice = (typeof authNotices)[number]

export type AuthFault = { [field in AuthField]: { field: field; fault: (typeof authFaults)[field][number] } }[AuthField]

export type AuthQuery = {
  readonly error: AuthError | null
  readonly fault: AuthFault | null
  readonly notice: AuthNotice | null
  readonly next: string | null
  /** How long to wait before another try, if there were too many. */
  readonly wait: Wait
}

/** For a message; `other` if the time is unknown. */
export type Wait = { readonly unit: 'seconds' | 'minutes' | 'other'; readonly count: number }

export function readAuthQuery(query: Record<string, string | string[] | undefined>): AuthQuery {
  const { error, notice, next } = query
  const fault = readFault(query)
  const failed = error !== undefined && error !== ''
  return {
    error: !failed || fault ? null : (authErrors.find(known => known === error) ?? 'our_fault'),
    fault,
    notice: authNotices.find(known => known === notice) ?? (isOwnPath(next) && !failed ? 'sign_in_first' : null),
    next: isOwnPath(next) ? next : null,
    wait: readWait(query),
  }
}

/** The other of the two forms, which leads to the same page afterwards. */
export function withNext(form: '/signin' | '/signup', { next }: Pick<AuthQuery, 'next'>): string {
  return next === null ? form : `${form}?next=${encodeURIComponent(next)}`
}

/** Seconds up to a minute and a half, minutes above, rounded up so that waiting that long suffices. */
export function readWait({ wait }: Record<string, string | string[] | undefined>): Wait {
  const seconds = typeof wait === 'string' && /^[1-9][0-9]{0,4}$/.test(wait) ? Number(wait) : null
  if (seconds === null) return { unit: 'other', count: 0 }
  return seconds < 90 ? { unit: 'seconds', count: seconds } : { unit: 'minutes', count: Math.ceil(seconds / 60) }
}

function readFault({ error, field }: Record<string, string | string[] | undefined>): AuthFault | null {
  if (field === 'name' || field === 'email') return { field, fault: 'invalid' }
  if (field !== 'password') return null
  return { field, fault: authFaults.password.find(fault => error === `password_${fault}`) ?? 'too_short' }
}

/** Whether it is a path on our site: one leading slash, no backslash, no control character. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
}
