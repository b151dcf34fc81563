import type { X509Certificate } from 'node:crypto'
import { Agent, request } from 'undici'
import { canonicalSerial } from '#stet/terms/certificate-serial.ts'
import type { RevocationStatus } from './certificate-parts.ts'
import { type RevocationList, readDistributionPoints, readRevocationList, statusInList } from './crl.ts'
import { connectWithin, lookupLoopback } from './lookup.ts'

/** Serial (`canonicalSerial`), issuer, and addresses of the issuer's CRL. */
export type ChainLink = {
  readonly serial: string
  readonly isAuthority: boolean
  readonly issuer: X509Certificate
  /** `key`: address and issuer. */
  readonly points: readonly { readonly url: URL; readonly key: string }[]
}

export type RevocationLists = {
  /** Known now; a due CRL is fetched in the background. */
  readonly statusOf: (link: ChainLink) => RevocationStatus
  /** Null if none is due. */
  readonly dueLists: (links: readonly ChainLink[]) => Promise<void> | null
}

export const noLists: RevocationLists = { statusOf: () => 'unknown', dueLists: () => null }

const keptMs = 3_600_000
const retryMs = 5 * 60_000
const fetchMs = 10_000
const listBytes = 4 * 1024 * 1024
/** For all banks: each has one or two, mostly shared. */
const maxLists = 100

type Entry = {
  list: RevocationList | null
  isAnswered: boolean
  dueAt: number
  usedAt: number
  fetching: Promise<void> | null
}

/** Throws if it can't be fetched. */
export type FetchList = (url: URL) => Promise<Buffer>

/**
 * CRLs by address and issuer, used for an hour but not past `nextUpdate`, retried five minutes after a failure; a
 * revocation counts until a newer CRL was fetched. At most 100.
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
    // An older CRL, with fewer revocations, may be replayed.
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

function dropUnused(entries: Map<string, Entry>, at: number): boolean {
  if (entries.size < maxLists) return true
  const unused = [...entries].find(([, { usedAt, fetching }]) => fetching === null && usedAt + keptMs <= at)
  return unused !== undefined && entries.delete(unused[0])
}

/** Without the authority, which is trusted. */
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
 * At most 10 seconds and 4 MB, status 200, no redirect. No host allowlist: the address is from a verified chain, and
 * the content trusted only by its signature.
 */
async function fetchList(url: URL): Promise<Buffer> {
  const signal = AbortSignal.timeout(fetchMs)
  const dispatcher = new Agent({ connect: { lookup: lookupLoopback, ...connectWithin(fetchMs) } })
  try {
    const headers = { accept: 'application/pkix-crl, */*' }
    const { statusCode, body } = await request(url, { dispatcher, signal, headers })
    // An aborted body emits an error that nobody awaits.
    body.on('error', () => {})
    if (statusCode !== 200) throw new Error(`the list answers ${statusCode}`)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body) {
      length += chunk.length
      if (length > listBytes) throw new Error(`more than ${listBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    await dispatcher.destroy()
  }
}
