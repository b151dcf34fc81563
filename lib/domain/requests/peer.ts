/** The real network address of a request's sender (C19). */

export type Peer = { readonly address: string; readonly port: number | null }

/**
 * Recorded for every request before anything reads it. `isDirect`: its host is this machine and it has no proxy
 * headers, so a loopback address is really the client's.
 */
export type RequestPeer = Peer & { readonly isDirect: boolean }

/** As the header `x-guichet-peer`: address, port or `-`, and `direct` or `proxied`. */
export function writePeer({ address, port, isDirect }: RequestPeer): string {
  return `${address} ${port ?? '-'} ${isDirect ? 'direct' : 'proxied'}`
}

/** Parses the header `x-guichet-peer`; null without an address. */
export function readPeer(header: string | null): RequestPeer | null {
  const [address = '', port = '', route] = (header ?? '').split(' ')
  if (!isAddress(address)) return null
  return { address, port: /^[0-9]+$/.test(port) ? Number(port) : null, isDirect: route === 'direct' }
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\.(?!$)|$)){4}$/
const ipv6 = /^(?=.*:.*:)[0-9a-f:]{2,39}$/i

/** Whether a text looks like an address of either kind, without port, zone or brackets. */
export function isAddress(text: string): boolean {
  return ipv4.test(text) || ipv6.test(text)
}

/**
 * Address and port from a request's socket and its `x-forwarded-for`. With n trusted proxies, the n-th entry from the
 * right is what the outermost saw; entries left of it come from the client. With fewer entries, or no address there,
 * the request bypassed the proxies and the socket counts, as it does without trusted proxies.
 */
export function peerOf(socket: Peer, forwardedFor: string | null, trustedProxies: number): Peer {
  const hops = (forwardedFor ?? '').split(',')
  const seen = trustedProxies > 0 ? plainAddress(hops.at(-trustedProxies) ?? '') : ''
  return isAddress(seen) ? { address: seen, port: null } : { ...socket, address: plainAddress(socket.address) }
}

/** Without brackets, port, zone, and IPv4-mapped form. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::[0-9]+)?$/, '$1')
    .replace(/%.*$/s, '')
    .replace(/^::ffff:(?=[0-9.]+$)/i, '')
  return bare.replace(/^([0-9.]+):[0-9]+$/, '$1')
}

/** An address for logs that people read, without its last part: `203.0.113.•••`, `2001:db8:1:2:•••`. Other texts are hidden. */
export function maskAddress(address: string): string {
  if (!isAddress(address)) return '•••'
  return address.includes(':') ? networkOf(address).replace('::/64', ':•••') : address.replace(/\d{1,3}$/, '•••')
}

/**
 * The network of an address, for rate limits: an IPv4 address itself; for IPv6 the first 64 bits, which one household
 * or server controls.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const whole = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${whole
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
