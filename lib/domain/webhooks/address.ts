/** Which IP addresses webhooks may go to (C42): public ones only. Addresses are parsed into bytes; no text is compared. */

/** Networks that are not the public internet (IANA special-purpose registries), as `[first address, prefix length]`. */
const closed4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and the broadcast address.
  ['224.0.0.0', 3],
]

/** Of IPv6 only 2000::/3 is assigned; these parts are not public, or embed an IPv4 address. */
const closed6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // Teredo, ORCHID, benchmarking …
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
]
const given6: readonly [string, number] = ['2000::', 3]

/** Whether a resolved address is on the public internet; false if unreadable. */
export function isPublicAddress(address: string): boolean {
  const bytes = bytesOfAddress(address)
  if (bytes === null) return false
  if (bytes.length === 4) return !closed4.some(network => isIn(bytes, network))
  // v4-mapped, v4-compatible, NAT64, ULA, link-local, multicast: none of them is in 2000::/3.
  return isIn(bytes, given6) && !closed6.some(network => isIn(bytes, network))
}

/** Whether an address is loopback: 127.0.0.0/8 or ::1, in normal form. */
export function isLoopbackAddress(address: string): boolean {
  const bytes = bytesOfAddress(address)
  if (bytes === null) return false
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, at) => byte === (at === 15 ? 1 : 0))
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

/** Whether an address is in a network of its own family. */
function isIn(bytes: readonly number[], [network, length]: readonly [string, number]): boolean {
  const first = bytesOfAddress(network) ?? []
  return bytes.every((byte, at) => {
    const bits = Math.min(8, Math.max(0, length - at * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return (byte & mask) === ((first[at] ?? 0) & mask)
  })
}
