import { bankId } from '#lib/domain/bank/text.ts'
import { type Bank, dataUrl } from './bank.ts'
import { BankError } from './errors.ts'
import { idLength } from './wire/text.ts'

type CallName = { readonly operation: string; readonly requestId: string }

/**
 * The address of a link a bank gave: relative to the host or absolute (D20), and only on the bank's own origin. A link
 * elsewhere would send a token to whoever wrote it: `BankError` of kind `redirect_host`, sent `no` (R17).
 */
export function resolveLink(bank: Bank, href: string, call: CallName): URL {
  const url = URL.canParse(href, bank.baseUrl) ? new URL(href, bank.baseUrl) : null
  if (url === null || url.origin !== bank.baseUrl.origin || url.username !== '' || url.password !== '') {
    const detail = url === null ? 'a link that is no address' : 'a link to another host'
    throw new BankError({ kind: 'redirect_host', sent: 'no', detail, ...call })
  }
  url.hash = ''
  return url
}

/** `.` and `..`, also as a server may read them that decodes once or twice more than it should. */
const dots = /^(?:\.|%(?:25)*2e){1,2}$/i
const slash = /[/\\]|%(?:25)*(?:2f|5c)/i

/**
 * Whether a text can be an id that becomes a segment of a path: an account's, a payment's, an application's. 1 to 140
 * characters (D30 has 35: live banks have longer ones) without control characters and the like, nothing at its ends, and no
 * part that would climb out of the path it stands in.
 */
export function isPathId(text: string): boolean {
  const read = bankId(text, idLength)
  return 'id' in read && read.id === text && !text.split(slash).some(part => dots.test(part))
}

/** An id as a segment of a path. `BankError` of kind `request`, sent `no`, for what can't be one: the only way to make one. */
export function pathSegment(id: string, call: CallName): string {
  if (!isPathId(id)) throw new BankError({ kind: 'request', sent: 'no', detail: 'not a resource id', ...call })
  return encodeURIComponent(id)
}

/** The bank's link of an account where given, else the documented path. */
export function accountUrl(
  bank: Bank,
  account: string | { readonly resourceId: string; readonly href: string },
  resource: string,
  call: CallName,
): URL {
  if (typeof account !== 'string') return resolveLink(bank, account.href, call)
  return dataUrl(bank, `/accounts/${pathSegment(account, call)}/${resource}`)
}
