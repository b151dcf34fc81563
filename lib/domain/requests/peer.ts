/** C19. */

export type Peer = { readonly address: string; readonly port: number | null }

/** `isDirect`: to this machine without proxy headers, so a loopback address is the client's. */
export type RequestPeer = Peer & { readonly isDirect: boolean }

/** Header `x-guichet-peer`. */
export function writePeer({ address, port, isDirect }: RequestPeer): string {
  return `${address} ${port ?? '-'} ${isDirect ? 'direct' : 'proxied'}`
}

export function readPeer(header: string | null): RequestPeer | null {
  const [address = '', port = '', route] = (header ?? '').split(' ')
  if (!isAddress(address)) return null
  return { address, port: /^[0-9]+$/.test(port) ? Number(port) : null, isDirect: route === 'direct' }
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\.(?!$)|$)){4}$/
const ipv6 = /^(?=.*:.*:)[0-9a-f:]{2,39}$/i

/** Without port, zone or brackets. */
export function isAddress(text: string): boolean {
  return ipv4.test(text) || ipv6.test(text)
}

/** With n trusted proxies the n-th entry from the right counts; with fewer, or no address, the socket. */
export function peerOf(socket: Peer, forwardedFor: string | null, trustedProxies: number): Peer {
  const hops = (forwardedFor ?? '').split(',')
  const seen = trustedProxies > 0 ? plainAddress(hops.at(-trustedProxies) ?? '') : ''
  return isAddress(seen) ? { address: seen, port: null } : { ...socket, address: plainAddress(socket.address) }
}

function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::[0-9]+)?$/, '$1')
    .replace(/%.*$/s, '')
    .replace(/^::ffff:(?=[0-9.]+$)/i, '')
  return bare.replace(/^([0-9.]+):[0-9]+$/, '$1')
}

/** `203.0.113.•••`, `2001:db8:1:2:•••`; other texts hidden. */
export function maskAddress(address: string): string {
  if (!isAddress(address)) return '•••'
  return address.includes(':') ? networkOf(address).replace('::/64', ':•••') : address.replace(/\d{1,3}$/, '•••')
}

/** For rate limits: IPv4 itself, the first 64 bits of IPv6. */
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
