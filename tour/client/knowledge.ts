import type { Fact, Hold, Holder } from '#tour/story.ts'
import type { Inside } from './inside.ts'
import type { Call } from './wire.ts'

/** How something is held, and what proves it: a call by its id, or the bank's books. */
export type Known = { readonly hold: Hold; readonly proof: number | 'books' }

/** What the bank's books said when the chapter began: what was shared before any of its calls. */
export type Start = Pick<Inside, 'permissions'>

type Seen = Pick<Call, 'id' | 'method' | 'target' | 'status' | 'requestBody' | 'responseBody'>

const isGood = ({ status }: Seen) => status !== null && status < 300

/**
 * Who knows what, by `who:fact`, as far as calls and the bank's books show it: what Guichet was answered, what the last consent takes
 * back, which tokens live. Nothing of it is told in advance.
 */
export function measureKnown(calls: readonly Seen[], now: Inside, start: Start): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>()
  const note = (who: Holder, fact: Fact, hold: Hold, proof: Known['proof']) =>
    known.set(`${who}:${fact}`, { hold, proof })
  for (const fact of ['password', 'identity', 'iban', 'balances', 'transactions'] as const)
    note('bank', fact, 'full', 'books')
  noteStart(start, note)
  const isRevoked = now.permissions.grants.length === 0
  for (const call of calls) noteCall(call, isRevoked, known, note)
  const isAlive = ({ accessExpiresAt, refreshExpiresAt }: Grant) => (refreshExpiresAt ?? accessExpiresAt) > now.now
  const hasLived = start.permissions.grants.length > 0 || calls.some(isTokenIssued)
  if (now.permissions.grants.some(isAlive)) note('bank', 'token', 'hashed', 'books')
  else if (hasLived) note('bank', 'token', 'gone', 'books')
  // Both know the day on which an access ends.
  if (now.permissions.grants.length > 0 && !now.permissions.grants.some(isAlive) && known.has('guichet:token'))
    note('guichet', 'token', 'gone', 'books')
  if (now.payments.length > 0) note('bank', 'amount', 'full', 'books')
  return known
}
type Grant = Inside['permissions']['grants'][number]
type Note = (who: Holder, fact: Fact, hold: Hold, proof: Known['proof']) => void

/** Guichet has read what it was allowed to before the chapter began. */
function noteStart({ permissions: { consents, grants } }: Start, note: Note): void {
  if (grants.length > 0) note('guichet', 'token', 'sealed', 'books')
  for (const { balances, transactions, owners, psuIdentity } of consents) {
    if (balances.length + transactions.length > 0) note('guichet', 'iban', 'full', 'books')
    if (balances.length > 0) note('guichet', 'balances', 'full', 'books')
    if (transactions.length > 0) note('guichet', 'transactions', 'full', 'books')
    if (psuIdentity || owners.length > 0) note('guichet', 'identity', 'full', 'books')
  }
}

const isTokenCall = ({ method, target, requestBody }: Seen) =>
  method === 'POST' && target.endsWith('/oauth/token') && !requestBody.includes('client_credentials')
const isTokenIssued = (call: Seen) => isTokenCall(call) && isGood(call)
/** Members of a body that tell a fact, by the fact. */
export const members: Readonly<Record<string, RegExp>> = {
  identity: /psu|owner/i,
  iban: /^iban$/,
  balances: /balance/i,
  transactions: /transaction/i,
  token: /_token$/,
  amount: /amount/i,
}
const answers = (fact: Fact, { responseBody }: Seen) =>
  [...responseBody.matchAll(/"(\w+)"\s*:/g)].some(([, name = '']) => members[fact]?.test(name))

function noteCall(call: Seen, isRevoked: boolean, known: ReadonlyMap<string, Known>, note: Note): void {
  const { id, method, target } = call
  const path = target.replace(/\?.*/, '')
  const holdsToken = known.get('guichet:token')?.hold === 'sealed'
  if (isTokenIssued(call) && answers('token', call)) note('guichet', 'token', 'sealed', id)
  // Given back, or refused: Guichet keeps no token that is of no use.
  else if (
    holdsToken &&
    ((isGood(call) && path.endsWith('/oauth/revoke')) ||
      (call.status === 401 && isRevoked) ||
      (isTokenCall(call) && call.status === 400))
  )
    note('guichet', 'token', 'gone', id)
  if (!isGood(call)) return
  if (method === 'GET' && answers('iban', call)) note('guichet', 'iban', 'full', id)
  if (path.endsWith('/balances') || /"balances"\s*:\s*\[\s*\{/.test(call.responseBody))
    note('guichet', 'balances', 'full', id)
  if (path.endsWith('/transactions')) note('guichet', 'transactions', 'full', id)
  if (/\/(owners|end-user-identity)$/.test(path) && call.status === 200) note('guichet', 'identity', 'full', id)
  if (method === 'PUT' && path.endsWith('/consents')) noteConsent(call, known, note)
}

/** What a consent no longer has, Guichet erases. */
function noteConsent({ id, requestBody }: Seen, known: ReadonlyMap<string, Known>, note: Note): void {
  const takesBack = (fact: string) => new RegExp(`"${fact}"\\s*:\\s*\\[\\s*\\]`).test(requestBody)
  for (const fact of ['balances', 'transactions'] as const)
    if (takesBack(fact) && known.has(`guichet:${fact}`)) note('guichet', fact, 'gone', id)
  if (/"psuIdentity"\s*:\s*false/.test(requestBody) && known.has('guichet:identity'))
    note('guichet', 'identity', 'masked', id)
}
