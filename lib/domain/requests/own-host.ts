import { isAddress } from './peer.ts'

/** DNS rebinding: another site can point its name at our address. */

/** Lower case, no port or trailing dot; null if invalid. */
export function hostName(header: string | null | undefined): string | null {
  const [, name] =
    /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{1,5})?$/.exec((header ?? '').toLowerCase()) ?? []
  return name?.replace(/(?<=[^.])\.$/, '') ?? null
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(name)
}

/** Can't be rebound. */
export function isAddressName(name: string): boolean {
  return isAddress(name.replace(/^\[(.*)\]$/, '$1'))
}

/** Any port, as ports may be forwarded; or this machine. */
export function isOwnHost(header: string | null | undefined, url: string): boolean {
  const name = hostName(header)
  return name !== null && (isLoopbackName(name) || name === hostName(new URL(url).host))
}
