import type { X509Certificate } from 'node:crypto'
import { Agent, request } from 'undici'
import { canonicalSerial } from '#stet/terms/certificate-serial.ts'
import type { RevocationStatus } from './certificate-parts.ts'
import { type RevocationList, readDistributionPoints, readRevocationList, statusInList } from './crl.ts'
import { lookupLoopback } from './lookup.ts'

/** A certificate of a verified chain: its serial (`canonicalSerial`), its issuer, and the addresses of that issuer's CRL. */
export type ChainLink = {
  readonly serial: string
  readonly isAuthority: boolean
  readonly issuer: X509Certificate
  /** The key of a CRL: its address and its issuer. */
  readonly points: readonly { readonly url: URL; readonly key: string }[]
}

/** Known CRLs of authorities. */
export type RevocationLists = {
  /** The status known now; a due CRL is fetched in the background. */
  readonly statusOf: (link: ChainLink) => RevocationStatus
  /** Resolves when every due CRL was fetched or failed; null if none is due. */
  readonly dueLists: (links: readonly ChainLink[]) => Promise<void> | null
}

/** No CRLs: nothing is fetched, every status is unknown. */
export const noLists: RevocationLists = { statusOf: () => 'unknown', dueLists: () => null }

const keptMs = 3_600_000
const retryMs = 5 * 60_000
const fetchMs = 10_000
const listBytes = 4 * 1024 * 1024
/** For all banks together: each has one or two, mostly shared. */
const maxLists = 100

type Entry = {
  list: RevocationList | null
  /** Whether the last fetch succeeded. */
  isAnswered: boolean
  dueAt: number
  usedAt: number
  fetching: Promise<void> | null
}

/** Returns the bytes at an address; throws if it can't be fetched. */
export type FetchList = (url: URL) => Promise<Buffer>

/**
 * CRLs by address and issuer, fetched on demand, used for an hour but never past their `nextUpdate`, retried five
 * minutes after a failure, one fetch at a time each. Revocations of an older CRL count until a newer one was fetched.
 * At most 100; further ones stay unknown until one was unused for an hour.
 */
export function createRevocationLists(options: { fetch?: FetchList; clock?: () => Date } = {}): RevocationLists {
  const { fetch = fetchList, clock = () => new Date() } = options
  const entries = new Map<string, Entry>()
  const entryOf = ({ issuer }: ChainLink, { url, key }: ChainLink['points'][number]): Entry | null => {
    const at = clock().getTime()
    const entry = entries.get(key) ?? { list: null, isAnswered: false, dueAt: at, usedAt: at, fetching: null }
    if (!entries.has(key) && !dropUnused(entries, at)) return null
    entries.set(key, entry)
    entry.usedAt = at
    if (entry.dueAt <= at) {
      entry.fetching ??= renew(entry, url, issuer).finally(() => {
        entry.fetching = null
      })
    }
    return entry
  }
  const renew = async (entry: Entry, url: URL, issuer: X509Certificate): Promise<void> => {
    const list = await fetch(url).then(
      bytes => readRevocationList(bytes, issuer),
      () => 'unreadable' as const,
    )
    const at = clock().getTime()
    // An attacker on the network may replay an older CRL, which lists fewer revocations.
    const isNewest = list !== 'unreadable' && list.thisUpdate >= (entry.list?.thisUpdate ?? Number.NEGATIVE_INFINITY)
    if (isNewest) entry.list = list
    entry.isAnswered = isNewest && list.nextUpdate > at
    entry.dueAt = entry.isAnswered && isNewest ? Math.min(at + keptMs, list.nextUpdate) : at + retryMs
  }
  return {
    statusOf: link => {
      const statuses = link.points.map((point): RevocationStatus => {
        const entry = entryOf(link, point)
        if (!entry?.list) return 'unknown'
        const status = statusInList(entry.list, { ...link, point: point.url, at: clock() })
        return status === 'good' && !entry.isAnswered ? 'unknown' : status
      })
      return statuses.find(one => one === 'revoked') ?? statuses.find(one => one === 'good') ?? 'unknown'
    },
    dueLists: links => {
      const due = links.flatMap(link => link.points.map(point => entryOf(link, point)?.fetching ?? null))
      const fetching = due.filter(one => one !== null)
      return fetching.length === 0 ? null : Promise.all(fetching).then(() => {})
    },
  }
}

/** Drops one that was unused for an hour if the limit is reached. */
function dropUnused(entries: Map<string, Entry>, at: number): boolean {
  if (entries.size < maxLists) return true
  const unused = [...entries].find(([, { usedAt, fetching }]) => fetching === null && usedAt + keptMs <= at)
  return unused !== undefined && entries.delete(unused[0])
}

/** The links of a chain except its authority, which is trusted and names no CRL. */
export function linksOf(chain: readonly X509Certificate[]): readonly ChainLink[] {
  return chain.flatMap((certificate, index) => {
    const issuer = chain[index + 1]
    if (issuer === undefined) return []
    const keyOf = (url: URL) => ({ url, key: `${issuer.fingerprint256} ${url.href}` })
    const points = readDistributionPoints(certificate).map(keyOf)
    return [{ serial: canonicalSerial(certificate.serialNumber), isAuthority: certificate.ca, issuer, points }]
  })
}

/**
 * Fetches a CRL: at most 10 seconds and 4 MB, status 200, no redirect. The address comes from a certificate whose chain
 * was verified up to an authority of `BANK_CA` (`chain.ts`), so there is no host allowlist; the content is trusted only
 * by its signature and shown to nobody. Throws if it can't be fetched.
 */
async function fetchList(url: URL): Promise<Buffer> {
  const signal = AbortSignal.timeout(fetchMs)
  const dispatcher = new Agent({ connect: { lookup: lookupLoopback, timeout: fetchMs } })
  try {
    const headers = { accept: 'application/pkix-crl, */*' }
    const { statusCode, body } = await request(url, { dispatcher, signal, headers })
    // An aborted body emits an error that nobody awaits.
    body.on('error', () => {})
    if (statusCode !== 200) throw new Error(`the list answers ${statusCode}`)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > listBytes) throw new Error(`more than ${listBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    await dispatcher.destroy()
  }
}
