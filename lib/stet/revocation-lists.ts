import type { X509Certificate } from 'node:crypto'
import { Agent, request } from 'undici'
import { canonicalSerial } from '#lib/domain/bank/certificate-serial.ts'
import type { RevocationStatus } from './certificate-parts.ts'
import { type RevocationList, readDistributionPoints, readRevocationList, statusInList } from './crl.ts'
import { lookupLoopback } from './lookup.ts'

/** A certificate of a verified chain: its number (`canonicalSerial`), who issued it, and where the list of that issuer lies. */
export type ChainLink = {
  readonly serial: string
  readonly isAuthority: boolean
  readonly issuer: X509Certificate
  /** The key is what a list is known by: its address and its issuer. */
  readonly points: readonly { readonly url: URL; readonly key: string }[]
}

/** The revocation lists of authorities, as far as they are known. */
export type RevocationLists = {
  /** What is known at once. A list that is due is asked for meanwhile. */
  readonly statusOf: (link: ChainLink) => RevocationStatus
  /** Resolves when every list that is due has come or failed; null when none is. */
  readonly dueLists: (links: readonly ChainLink[]) => Promise<void> | null
}

/** Without lists: nothing is ever fetched, nothing is known. */
export const noLists: RevocationLists = { statusOf: () => 'unknown', dueLists: () => null }

const keptMs = 3_600_000
const retryMs = 5 * 60_000
const fetchMs = 10_000
const listBytes = 4 * 1024 * 1024
/** Of all banks together: each has one or two, and they share those of their authorities. */
const mostLists = 100

type Entry = {
  list: RevocationList | null
  /** Whether the last time it was asked for, it came. */
  isAnswered: boolean
  dueAt: number
  usedAt: number
  fetching: Promise<void> | null
}

/** Answers the bytes behind an address; throws when there are none to be had. */
export type FetchList = (url: URL) => Promise<Buffer>

/**
 * Revocation lists by address and issuer, fetched when they are asked for: used for an hour, and never past their own `nextUpdate`;
 * asked for again five minutes after a failure. One fetch at a time for each. What an older list had revoked counts until a newer
 * list has come. At most 100 lists; further ones stay unknown until one has not been used for an hour.
 */
export function createRevocationLists(options: { fetch?: FetchList; clock?: () => Date } = {}): RevocationLists {
  const { fetch = fetchList, clock = () => new Date() } = options
  const entries = new Map<string, Entry>()
  const entryOf = ({ issuer }: ChainLink, { url, key }: ChainLink['points'][number]): Entry | null => {
    const at = clock().getTime()
    const entry = entries.get(key) ?? { list: null, isAnswered: false, dueAt: at, usedAt: at, fetching: null }
    if (!entries.has(key) && !makeRoom(entries, at)) return null
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
    // Somebody on the way may send an older one, which says less.
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

/** Lets one go that nobody has used for an hour, when there are as many as there may be. */
function makeRoom(entries: Map<string, Entry>, at: number): boolean {
  if (entries.size < mostLists) return true
  const unused = [...entries].find(([, { usedAt, fetching }]) => fetching === null && usedAt + keptMs <= at)
  return unused !== undefined && entries.delete(unused[0])
}

/** The links of a chain below its authority, which is believed and names no list. */
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
 * Fetches a list: 10 seconds and 4 MB at most, status 200, no redirect. The address stands in a certificate whose chain was verified
 * up to an authority of `BANK_CA` (`chain.ts`), so it is that authority's word and needs no list of allowed hosts; what is fetched is
 * believed for its signature alone, and nobody is shown any of it. Throws when there is no list to be had.
 */
async function fetchList(url: URL): Promise<Buffer> {
  const signal = AbortSignal.timeout(fetchMs)
  const dispatcher = new Agent({ connect: { lookup: lookupLoopback, timeout: fetchMs } })
  try {
    const headers = { accept: 'application/pkix-crl, */*' }
    const { statusCode, body } = await request(url, { dispatcher, signal, headers })
    // A body that is given up fails, which nobody waits for.
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
