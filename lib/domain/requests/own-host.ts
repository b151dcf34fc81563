import { isAddress } from './peer.ts'

/**
 * The host a request was sent to: another site can point its own name at our address (DNS rebinding), so names are
 * checked.
 */

/** The name in a `Host` header in lower case, without port and trailing dot; null if invalid. */
export function hostName(header: string | null | undefined): string | null {
  const [, name] =
    /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{1,5})?$/.exec((header ?? '').toLowerCase()) ?? []
  return name?.replace(/(?<=[^.])\.$/, '') ?? null
}

/** Whether a name always means this machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(name)
}

/** Whether a name is an IP address, which can't be rebound. */
export function isAddressName(name: string): boolean {
  return isAddress(name.replace(/^\[(.*)\]$/, '$1'))
}

/** Whether a `Host` header is that of `url` (any port, because ports may be forwarded) or a name of this machine. */
export function isOwnHost(header: string | null | undefined, url: string): boolean {
  const name = hostName(header)
  return name !== null && (isLoopbackName(name) || name === hostName(new URL(url).host))
}
