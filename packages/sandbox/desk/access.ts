import { groupDomain } from '#sandbox/banks.ts'
import { DeskRefusal } from './route.ts'

/** The parts of a request that identify its sender. */
export type Asking = {
  /** Address of the socket; headers can't be trusted. */
  readonly address: string | null
  readonly host: string | null
  readonly method: string
  readonly header: (name: string) => string | null
}

/** Whether a socket's address is this machine. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)
}

/**
 * The desk can change anything at the bank, so only this machine may use it unless `allow` says otherwise, and only under the name of the
 * start page: this stops foreign pages that resolve their own name to this machine (DNS rebinding), and other machines behind a proxy on
 * this one.
 */
export function checkWhoAsks(asking: Asking, allow: readonly string[]): void {
  if (!isAllowed(asking, allow)) {
    throw new DeskRefusal(403, 'not_from_here', 'The desk is for this machine only (SANDBOX_DESK_ALLOW changes that)')
  }
  const name = (asking.host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (name !== groupDomain) throw new DeskRefusal(403, 'other_host', `The desk answers to ${groupDomain} only`)
}

function isAllowed({ address, header }: Asking, allow: readonly string[]): boolean {
  if (allow.includes('any')) return true
  if (address === null) return false
  const plain = address.replace(/^::ffff:/, '')
  if (allow.includes(plain) || allow.includes(address)) return true
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some(name => header(name) !== null)
  return allow.includes('loopback') && isLoopback(address) && !isForwarded
}

/**
 * Changes must come from our own page or from a program: a browser sends the site it is on, and can't send JSON to another site without a
 * preflight. Nor can it send a DELETE, which needs no content type.
 */
export function checkNotForged({ header, host, method }: Asking, type: 'json' | 'form'): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = header('sec-fetch-site')
  const origin = header('origin')
  // With no-referrer, the origin of our own page is "null"; then Sec-Fetch-Site has identified the form.
  const isOwn =
    origin === null ||
    origin === `http://${host}` ||
    origin === `https://${host}` ||
    (origin === 'null' && site === 'same-origin')
  if (!isOwn || (site !== null && site !== 'same-origin' && site !== 'none')) {
    throw new DeskRefusal(403, 'other_site', 'Another site may not use the desk')
  }
  if (method === 'DELETE') return
  const wanted = type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const given = (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (given !== wanted) throw new DeskRefusal(415, 'wrong_type', `Send Content-Type: ${wanted}`)
}
