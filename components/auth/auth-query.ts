/**
 * What a form's route tells the page it sends the person back to: which refusal, about which field, or a neutral notice.
 * Only known words are shown, so that a link cannot put a sentence of its own on our page.
 */
export const authErrors = ['wrong_credentials', 'too_many_tries', 'our_fault'] as const
export type AuthError = (typeof authErrors)[number]

export const authFaults = {
  name: ['invalid'],
  email: ['invalid'],
  password: ['too_short', 'too_long', 'common', 'is_email'],
} as const
export type AuthField = keyof typeof authFaults

export const authNotices = ['signed_up', 'signed_out', 'sign_in_first', 'session_ended'] as const
export type AuthNotice = (typeof authNotices)[number]

export type AuthFault = { [field in AuthField]: { field: field; fault: (typeof authFaults)[field][number] } }[AuthField]

export type AuthQuery = {
  readonly error: AuthError | null
  readonly fault: AuthFault | null
  readonly notice: AuthNotice | null
  readonly next: string | null
}

export function readAuthQuery(query: Record<string, string | string[] | undefined>): AuthQuery {
  const { error, notice, next } = query
  const fault = readFault(query)
  const failed = error !== undefined && error !== ''
  return {
    error: !failed || fault ? null : (authErrors.find(known => known === error) ?? 'our_fault'),
    fault,
    notice: authNotices.find(known => known === notice) ?? (isOwnPath(next) && !failed ? 'sign_in_first' : null),
    next: isOwnPath(next) ? next : null,
  }
}

function readFault({ error, field }: Record<string, string | string[] | undefined>): AuthFault | null {
  if (field === 'name' || field === 'email') return { field, fault: 'invalid' }
  if (field !== 'password') return null
  return { field, fault: authFaults.password.find(fault => error === `password_${fault}`) ?? 'too_short' }
}

/** A path of ours: one slash, no backslash, no control character. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
}
