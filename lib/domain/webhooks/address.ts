import { bytesOfAddress, isIn } from '#lib/domain/requests/network.ts'

/** C42: public ones only, compared as bytes. */

/** IANA special-purpose registries: first address, prefix length. */
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
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
]

/** Only 2000::/3 is assigned; these are not public, or embed IPv4. */
const closed6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // Teredo, ORCHID, benchmarking …
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
]
const given6: readonly [string, number] = ['2000::', 3]

/** False if unreadable. */
export function isPublicAddress(address: string): boolean {
  const bytes = bytesOfAddress(address)
  if (bytes === null) return false
  if (bytes.length === 4) return !closed4.some(network => isIn(bytes, network))
  // v4-mapped, NAT64, ULA, link-local, multicast are not in it.
  return isIn(bytes, given6) && !closed6.some(network => isIn(bytes, network))
}

export function isLoopbackAddress(address: string): boolean {
  const bytes = bytesOfAddress(address)
  if (bytes === null) return false
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, at) => byte === (at === 15 ? 1 : 0))
}
