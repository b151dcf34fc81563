/** The network address a request really came from (C19). */

export type Peer = { readonly address: string; readonly port: number | null }

/**
 * What is written down of every request before anything reads it. `isDirect`: it names this machine as its host and bears no trace
 * of a proxy, so that an address of this machine is really whoever asks.
 */
export type RequestPeer = Peer & { readonly isDirect: boolean }

/** As the header `x-guichet-peer`: address, port or `-`, and `direct` or `proxied`. */
export function writePeer({ address, port, isDirect }: RequestPeer): string {
  return `${address} ${port ?? '-'} ${isDirect ? 'direct' : 'proxied'}`
}

/** The header `x-guichet-peer`, read; null when nobody wrote an address into it. Direct is only what says so. */
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
 * Address and port from a request's socket and its `x-forwarded-for`. With n trusted proxies in front, the n-th entry from
 * the right is what the outermost of them saw; whatever stands left of it the client wrote itself. With fewer entries, or
 * no address there, somebody came round the proxies, and the socket counts. Without trusted proxies it always does.
 */
export function peerOf(socket: Peer, forwardedFor: string | null, trustedProxies: number): Peer {
  const hops = (forwardedFor ?? '').split(',')
  const seen = trustedProxies > 0 ? plainAddress(hops.at(-trustedProxies) ?? '') : ''
  return isAddress(seen) ? { address: seen, port: null } : { ...socket, address: plainAddress(socket.address) }
}

/** Without brackets, port, zone, or the form in which IPv6 carries an IPv4 address. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::[0-9]+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[0-9.]+$)/i, '')
  return bare.replace(/^([0-9.]+):[0-9]+$/, '$1')
}

/**
 * The network that an address is in, to count tries by: an IPv4 address as it is; of IPv6 the first 64 bits, which is what one
 * household or one server is given and may choose addresses from.
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
