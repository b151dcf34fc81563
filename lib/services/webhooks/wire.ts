import { promises as dns, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { performance } from 'node:perf_hooks'
import { isLoopbackAddress, isPublicAddress } from '#lib/domain/webhooks/address.ts'
import { type DeliveryFault, deliveryTimeoutMs } from '#lib/domain/webhooks/delivery.ts'
import { findTargetFault } from '#lib/domain/webhooks/target.ts'

/**
 * C42: resolved once, all addresses checked, connected to a checked one. No redirects; the body is not read, so that
 * we can't be used to read other servers.
 */

export type WireResult = {
  readonly status: number | null
  readonly fault: DeliveryFault | null
  readonly durationMs: number
  readonly retryAfter: string | null
}

export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>

export type WireOptions = {
  /** Trial installations. */
  readonly loopback: boolean
  readonly timeoutMs?: number
  readonly resolver?: Resolver
}

export type WireMessage = {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array
}

/** The socket is never opened. */
class AddressNotAllowed extends Error {}

/** Never throws. */
export async function postWebhook(
  message: WireMessage,
  { loopback, timeoutMs = deliveryTimeoutMs, resolver = resolveName }: WireOptions,
): Promise<WireResult> {
  const began = performance.now()
  const over = (status: number | null, fault: DeliveryFault | null, retryAfter: string | null = null) => ({
    status,
    fault,
    retryAfter,
    durationMs: Math.round(performance.now() - began),
  })
  if (findTargetFault(message.url, { loopback }) !== null) return over(null, 'target_not_allowed')
  const url = new URL(message.url)
  const isHere = url.protocol === 'http:'
  try {
    const { status, retryAfter } = await post(url, message, { timeoutMs, lookup: pinned(resolver, isHere) })
    return over(status, null, retryAfter)
  } catch (error) {
    return over(null, faultOf(error))
  }
}

/**
 * The system's look-ups share two threads, also the banks' and the database's.
 * @internal
 */
export async function resolveName(
  hostname: string,
  servers: readonly string[] = [],
): Promise<readonly LookupAddress[]> {
  if (isThisMachine(hostname)) return dns.lookup(hostname, { all: true })
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
  if (found.length > 0 || four.status === 'fulfilled') return found
  const code = isCode(four.reason, 'ETIMEOUT') ? 'ETIMEDOUT' : 'ENOTFOUND'
  throw Object.assign(new Error(code), { code })
}

const isThisMachine = (hostname: string) => /(?:^|\.)localhost\.?$/i.test(hostname)
const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
  answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : []
const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** A disallowed address rejects the name. */
function pinned(resolver: Resolver, isHere: boolean): LookupFunction {
  const isAllowed = isHere ? isLoopbackAddress : isPublicAddress
  return (hostname, options, callback) => {
    resolver(hostname).then(
      found => {
        const [first] = found
        if (!first || !found.every(({ address }) => isAllowed(address))) callback(new AddressNotAllowed(), '', 4)
        else if (options.all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      error => callback(error, '', 4),
    )
  }
}

function post(
  url: URL,
  { headers, body }: WireMessage,
  { timeoutMs, lookup }: { readonly timeoutMs: number; readonly lookup: LookupFunction },
): Promise<{ status: number; retryAfter: string | null }> {
  const send = url.protocol === 'http:' ? requestHttp : requestHttps
  return new Promise((done, fail) => {
    const request = send(url, {
      method: 'POST',
      lookup,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: 16 * 1024,
    })
    request.on('error', fail)
    request.on('response', response => {
      done({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
      request.destroy()
    })
    request.end(body)
  })
}

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed'
  if (!(error instanceof Error)) return 'reset'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timed_out'
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_found'
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'refused'
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'timed_out'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO/.test(code) ? 'tls' : 'reset'
}
