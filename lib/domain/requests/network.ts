/** CIDR; compared as bytes. */

export const networkFaults = ['not_a_network', 'host_bits', 'too_wide'] as const
export type NetworkFault = (typeof networkFaults)[number]

/** A typing error must not allow half of the internet. */
const shortestPrefix = { 4: 8, 16: 16 } as const

/** As stored (`203.0.113.7`, `2001:db8::/48`), or its fault: none, an address inside, or wider than /8 (IPv6: /16). */
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

export function isInOneOf(networks: readonly string[], address: string): boolean {
  const bytes = bytesOfAddress(address)
  if (bytes === null) return false
  return networks.some(network => {
    const [first = '', prefix = String(bytes.length * 8)] = network.split('/')
    return isIn(bytes, [first, Number(prefix)])
  })
}

/** 4 or 16 bytes, or null. Zones are refused. */
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

/** The last group may be IPv4. */
function bytesOfGroups(text: string, isEnd: boolean): readonly number[] | null {
  if (text === '') return []
  const groups = text.split(':')
  const bytes = groups.map((group, at) => {
    if (isEnd && at === groups.length - 1 && group.includes('.')) return bytesOf4(group)
    return /^[0-9a-f]{1,4}$/i.test(group) ? [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255] : null
  })
  return bytes.every(pair => pair !== null) ? bytes.flat() : null
}

/** First address and prefix length. */
export function isIn(bytes: readonly number[], [network, length]: readonly [string, number]): boolean {
  const first = bytesOfAddress(network)
  if (first?.length !== bytes.length) return false
  return bytes.every((byte, at) => {
    const mask = maskOf(length, at)
    return (byte & mask) === ((first[at] ?? 0) & mask)
  })
}

function maskOf(length: number, at: number): number {
  const bits = Math.min(8, Math.max(0, length - at * 8))
  return (0xff << (8 - bits)) & 0xff
}
