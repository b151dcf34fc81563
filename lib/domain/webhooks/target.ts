import { bytesOfAddress } from '#lib/domain/requests/network.ts'

/** C42; addresses are checked at every call. */

export const targetFaults = [
  'not_an_address',
  'not_https',
  'has_user',
  'has_fragment',
  'port_not_allowed',
  'ip_literal',
  'local_name',
  'too_long',
] as const
export type TargetFault = (typeof targetFaults)[number]

export const allowedPorts = [443, 8443] as const
const longest = 500

/** Null if valid. `loopback`: http to this machine, for trials. */
export function findTargetFault(text: string, { loopback }: { readonly loopback: boolean }): TargetFault | null {
  if (text.length > longest) return 'too_long'
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return 'not_an_address'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/.test(text)) return 'has_user'
  if (text.includes('#')) return 'has_fragment'
  if (loopback && url.protocol === 'http:' && url.hostname === 'localhost') return null
  if (url.protocol !== 'https:') return 'not_https'
  return hostFault(url.hostname) ?? (isAllowedPort(url.port) ? null : 'port_not_allowed')
}

function isAllowedPort(port: string): boolean {
  return port === '' || allowedPorts.some(allowed => String(allowed) === port)
}

/** `127.1`, `0x7f.1` are normalised already. */
function hostFault(hostname: string): TargetFault | null {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('[') || bytesOfAddress(host) !== null) return 'ip_literal'
  if (host === 'localhost' || /\.(localhost|local|internal|lan|home\.arpa|onion)$/.test(host)) return 'local_name'
  return host.includes('.') ? null : 'local_name'
}
