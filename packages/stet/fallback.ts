import { bankId } from '#stet/terms/bank-text.ts'
import type { Presence } from '#stet/terms/presence.ts'
import { atBase, type Bank } from './bank.ts'
import type { CallContext } from './call.ts'
import { BankError } from './errors.ts'
import { send } from './send.ts'

/**
 * Fallback mode (document 1): while the interface is down unannounced, the PSU is redirected to the bank's online
 * banking.
 */

/** Attended only. */
export type FallbackContext = CallContext & { readonly presence: Presence }

const operation = 'oauth.fallback'

/**
 * The bank's login page with the JWT for its parameter `fallback`. Never repeat it automatically. `BankError`:
 * `redirect_host` if not on the bank's hosts, `schema` without an address of at most 8,192 characters or a JWT,
 * `status` unless 302.
 */
export async function requestFallback(bank: Bank, context: FallbackContext): Promise<URL> {
  const form = { client_id: bank.clientId, grant_type: 'client_credentials', scope: 'aisp' }
  const { headers, status, requestId } = await send(
    bank,
    {
      operation,
      method: 'POST',
      url: atBase(bank.baseUrl, '/stet/psd2/oauth/token'),
      token: null,
      body: {
        contentType: 'application/x-www-form-urlencoded; charset=utf-8',
        text: new URLSearchParams(form).toString(),
      },
      signed: false,
      headers: { fallback: '1' },
      redirects: true,
    },
    context,
  )
  const found = readLocation(bank, headers.location)
  if (found instanceof URL) return found
  throw new BankError({
    kind: found,
    sent: 'yes',
    operation,
    requestId,
    status,
    detail: 'not a login page of the bank',
  })
}

const longestLocation = 8_192

function readLocation(bank: Bank, location: string | undefined): URL | 'schema' | 'redirect_host' {
  const read = bankId(location ?? '', longestLocation)
  if ('fault' in read || !URL.canParse(read.id, bank.baseUrl)) return 'schema'
  const url = new URL(read.id, bank.baseUrl)
  const own = [bank.baseUrl.origin, bank.screensUrl.origin].includes(url.origin)
  if (!own || url.username !== '' || url.password !== '') return 'redirect_host'
  const [jwt = '', ...more] = url.searchParams.getAll('fallback')
  return more.length === 0 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt) ? url : 'schema'
}
