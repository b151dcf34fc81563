import { type Bank, dataUrl } from './bank.ts'
import { BankError } from './errors.ts'

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

/** The bank's link of an account where given, else the documented path. */
export function accountUrl(
  bank: Bank,
  account: string | { readonly resourceId: string; readonly href: string },
  resource: string,
  call: CallName,
): URL {
  if (typeof account !== 'string') return resolveLink(bank, account.href, call)
  if (account === '' || account === '.' || account === '..') {
    throw new BankError({ kind: 'request', sent: 'no', detail: 'not a resource id', ...call })
  }
  return dataUrl(bank, `/accounts/${encodeURIComponent(account)}/${resource}`)
}
