import { bankId } from '#stet/terms/bank-text.ts'
import type { Presence } from '#stet/terms/presence.ts'
import { atBase, type Bank } from './bank.ts'
import type { CallContext } from './call.ts'
import { BankError } from './errors.ts'
import { send } from './send.ts'

/**
 * Fallback mode (document 1): access while the dedicated interface is down unannounced. A token request with `fallback:
 * 1` returns the address of the bank's online banking, and we redirect the PSU there.
 */

/** Attended only: the type excludes batches. */
export type FallbackContext = CallContext & { readonly presence: Presence }

const operation = 'oauth.fallback'

/**
 * The address of the bank's own login page, with the JWT for its parameter `fallback`. Our certificate identifies us;
 * no token is sent, and no data of the dedicated interface. Never repeat it automatically. Fails with `BankError`:
 * `redirect_host` if the address is not on the bank's own hosts (it is not followed), `schema` if there is none of at
 * most 8,192 characters or no JWT, `status` if the bank does not answer 302.
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

/** Room for an address and the JWT in it. */
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
