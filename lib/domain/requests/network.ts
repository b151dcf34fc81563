/** IP addresses and networks in CIDR notation. Addresses are parsed into bytes; no text is compared. */

/** What is wrong with a network that somebody typed. */
export const networkFaults = ['not_a_network', 'host_bits', 'too_wide'] as const
export type NetworkFault = (typeof networkFaults)[number]

/** The shortest prefixes that a list may have: a typing error must not allow half of the internet. */
const shortestPrefix = { 4: 8, 16: 16 } as const

/**
 * A typed address (`203.0.113.7`) or network (`203.0.113.0/24`, `2001:db8::/48`) as it is stored; or what is wrong with it: no such
 * thing, an address within the network instead of its first one, or a network of more than a /8 (IPv6: a /16).
 */
export function readNetwork(typed: string): { readonly network: string } | { readonly fault: NetworkFault } {
  const network = typed.trim().toLowerCase()
  const [address = '', prefix, ...rest] = network.split('/')
  const bytes = bytesOfAddress(address)
  const isMapped = address.includes(':') && address.includes('.')
  if (bytes === null || isMapped || rest.length > 0) return { fault: 'not_a_network' }
  if (prefix === undefined) return { network }
  const length = /^(0|[1-9]\d{0,2})$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(length <= bytes.length * 8)) return { fault: 'not_a_network' }
  if (length < (bytes.length === 4 ? shortestPrefix[4] : shortestPrefix[16])) return { fault: 'too_wide' }
  return bytes.every((byte, at) => (byte & ~maskOf(length, at) & 0xff) === 0) ? { network } : { fault: 'host_bits' }
}

/** Whether an address is in one of the stored networks. */
export function isInOneOf(networks: readonly string[], address: string): boolean {
  const bytes = bytesOfAddress(address)
  if (bytes === null) return false
  return networks.some(network => {
    const [first = '', prefix = String(bytes.length * 8)] = network.split('/')
    return isIn(bytes, [first, Number(prefix)])
  })
}

/** 4 or 16 bytes; null if it is not an address. Zones (`%eth0`) are refused. */
export function bytesOfAddress(text: string): readonly number[] | null {
  return text.includes(':') ? bytesOf6(text) : bytesOf4(text)
}

function bytesOf4(text: string): readonly number[] | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every(part => /^(0|[1-9]\d{0,2})$/.test(part))) return null
  const bytes = parts.map(Number)
  return bytes.every(byte => byte <= 255) ? bytes : null
}

function bytesOf6(text: string): readonly number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half, at) => bytesOfGroups(half, at === halves.length - 1))
  if (!head) return null
  if (halves.length === 1) return head.length === 16 ? head : null
  if (!tail || head.length + tail.length > 14) return null
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail]
}

/** Bytes of colon-separated groups; the last group of an address may be an IPv4 address. */
function bytesOfGroups(text: string, isEnd: boolean): readonly number[] | null {
  if (text === '') return []
  const groups = text.split(':')
  const bytes = groups.map((group, at) => {
    if (isEnd && at === groups.length - 1 && group.includes('.')) return bytesOf4(group)
    return /^[0-9a-f]{1,4}$/i.test(group) ? [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255] : null
  })
  return bytes.every(pair => pair !== null) ? bytes.flat() : null
}

/** Whether an address is in a network, given as its first address and prefix length, of the same family. */
export function isIn(bytes: readonly number[], [network, length]: readonly [string, number]): boolean {
  const first = bytesOfAddress(network)
  if (first?.length !== bytes.length) return false
  return bytes.every((byte, at) => {
    const mask = maskOf(length, at)
    return (byte & mask) === ((first[at] ?? 0) & mask)
  })
}

/** The bits of the byte at a position that a prefix of this length covers. */
function maskOf(length: number, at: number): number {
  const bits = Math.min(8, Math.max(0, length - at * 8))
  return (0xff << (8 - bits)) & 0xff
}
