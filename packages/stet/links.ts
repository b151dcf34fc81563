import { bankId } from '#stet/terms/bank-text.ts'
import { type Bank, dataUrl } from './bank.ts'
import type { CallName } from './call.ts'
import { BankError } from './errors.ts'
import { idLength } from './wire/text.ts'

/**
 * A bank's link, resolved against its answer (bank:D20). `BankError` `redirect_host`, sent `no`, for another origin,
 * which would get the token (R17).
 */
export function resolveLink(bank: Bank, href: string, answered: URL, call: CallName): URL {
  const url = URL.canParse(href, answered) ? new URL(href, answered) : null
  if (url === null || url.origin !== bank.baseUrl.origin || url.username !== '' || url.password !== '') {
    const detail = url === null ? 'a link that is no address' : 'a link to another host'
    throw new BankError({ kind: 'redirect_host', sent: 'no', detail, ...call })
  }
  url.hash = ''
  return url
}

/** Also if a server decodes once or twice too often. */
const dots = /^(?:\.|%(?:25)*2e){1,2}$/i
const slash = /[/\\]|%(?:25)*(?:2f|5c)/i

/**
 * 1 to 140 characters (bank:D30 has 35; live banks use more), without control characters, outer spaces, or anything
 * that climbs out of the path.
 */
export function isPathId(text: string): boolean {
  const read = bankId(text, idLength)
  return 'id' in read && read.id === text && !text.split(slash).some(part => dots.test(part))
}

/** The only way to make one. `BankError` `request`, sent `no`, for an invalid id. */
export function pathSegment(id: string, call: CallName): string {
  if (!isPathId(id)) throw new BankError({ kind: 'request', sent: 'no', detail: 'not a resource id', ...call })
  return encodeURIComponent(id)
}

/** The bank's link if given, else the documented path. */
export function accountUrl(
  bank: Bank,
  account: string | { readonly resourceId: string; readonly href: string },
  resource: string,
  call: CallName,
): URL {
  if (typeof account !== 'string') return resolveLink(bank, account.href, dataUrl(bank, '/accounts'), call)
  return dataUrl(bank, `/accounts/${pathSegment(account, call)}/${resource}`)
}
