/** Document 3, for review before sending. */

export const registrationChanges = ['added', 'removed', 'changed'] as const
export type RegistrationChangeKind = (typeof registrationChanges)[number]

export type RegistrationDifference = {
  /** `contact.email`, `jwks.keys.0.kid`. */
  readonly path: string
  readonly change: RegistrationChangeKind
  readonly before: string | null
  readonly after: string | null
}

/** RFC 7592 § 2.2: a PUT must not contain them. */
export const issuedMembers: readonly string[] = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
]

/** A base64 certificate is unreadable anyway. */
const shownAtMost = 160

/** By path. Lists of plain values are sets: a bank may reorder them. */
export function diffRegistrations(before: unknown, after: unknown): RegistrationDifference[] {
  const [old, young] = [flatten(before), flatten(after)]
  const paths = [...new Set([...old.keys(), ...young.keys()])].sort()
  return paths.flatMap(path => {
    const [one, other] = [old.get(path), young.get(path)]
    if (one === other) return []
    const change = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed'
    return [{ path, change, before: shorten(one), after: shorten(other) } as const]
  })
}

function shorten(text: string | undefined): string | null {
  if (text === undefined) return null
  return text.length > shownAtMost ? `${text.slice(0, shownAtMost)}…` : text
}

function flatten(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value) && value.every(item => typeof item !== 'object'))
    found.set(path, [...value].map(String).sort().join(', '))
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (path === '' && issuedMembers.includes(name)) continue
      flatten(member, path === '' ? name : `${path}.${name}`, found)
    }
  } else if (value !== undefined && path !== '') found.set(path, String(value))
  return found
}
