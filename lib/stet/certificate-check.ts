import type { X509Certificate } from 'node:crypto'
import { canonicalSerial } from '#lib/domain/bank/certificate-serial.ts'
import type { CertificateChecked, CertificateSighting } from '#lib/domain/bank/certificate-sighting.ts'
import { type RevocationStatus, shownName } from './certificate-parts.ts'
import { verifiedChain } from './chain.ts'
import { readStaple } from './ocsp.ts'
import { type ChainLink, linksOf, noLists, type RevocationLists } from './revocation-lists.ts'

/** How the certificates that a bank comes with are checked beyond their chain, and who is told of it. */
export type CertificateCheck = {
  /**
   * Serials (`canonicalSerial`) of certificates that no bank may come with. Asked at every exchange, so it must be quick; another
   * set is another list, and the same set an unchanged one.
   */
  readonly listed: () => ReadonlySet<string>
  readonly lists: RevocationLists
  /** Told with every new connection, and when what is known of the latest certificate becomes another. Must not throw. */
  readonly seen: (sighting: CertificateSighting) => void
}

const none: ReadonlySet<string> = new Set()

/** Nothing is listed, nothing is fetched, nobody is told: staples alone are read. */
export const stapleOnly: CertificateCheck = { listed: () => none, lists: noLists, seen: () => {} }

/** What a new connection brought: a certificate as Node tells it and its staple, or a resumed session, which brings neither. */
export type Arrival = { readonly certificate: X509Certificate; readonly staple: Buffer | null } | 'resumed'

/** The certificates that a bank comes with, as one pool of connections has seen them. */
export type CertificateWatch = {
  /** Whether a new connection may be used. Waits two seconds at most for lists that are not there yet, and goes on without. */
  readonly admit: (arrival: Arrival) => Promise<boolean>
  /**
   * Whether the pool may be used no more: a certificate that it has seen is revoked, or the operators' list is another. Asked at
   * every exchange. A new pool begins with a whole handshake.
   */
  readonly isOver: () => boolean
}

type Known = {
  readonly print: string
  readonly sighting: Omit<CertificateSighting, 'checked'>
  readonly serials: readonly string[]
  readonly links: readonly ChainLink[]
  staple: RevocationStatus
  /** What was last found of it. */
  checked: CertificateChecked | null
}

const patienceMs = 2_000
/** A bank has one certificate, or one for each of its machines. */
const mostKnown = 16

/** Makes watches over one bank, whose chains end at one of `authorities`. What a staple has revoked once stays so for all of them. */
export function watchCertificates(
  { listed, lists, seen }: CertificateCheck,
  authorities: () => readonly X509Certificate[],
): () => CertificateWatch {
  const stapled = new Set<string>()

  const meet = (certificate: X509Certificate, staple: Buffer | null, met: Known | undefined): Known => {
    const one = met ?? readKnown(certificate, authorities())
    const [own] = one.links
    one.staple = own ? readStaple(staple, certificate, own.issuer, new Date()) : 'unknown'
    if (one.staple === 'revoked') stapled.add(one.print)
    return one
  }

  const check = ({ print, serials, links, staple }: Known): CertificateChecked => {
    if (stapled.has(print) || serials.some(serial => listed().has(serial))) return 'revoked'
    const statuses = links.map(lists.statusOf)
    if (statuses.includes('revoked')) return 'revoked'
    const isStapled = staple === 'good'
    const isOpen = ({ points }: ChainLink, index: number) =>
      points.length > 0 && statuses[index] === 'unknown' && !(isStapled && index === 0)
    if (links.some(isOpen)) return 'unanswered'
    return isStapled ? 'stapled' : statuses[0] === 'good' ? 'list' : 'not_given'
  }

  return () => {
    const known = new Map<string, Known>()
    const listedThen = listed()
    let latest: Known | null = null
    /** Whether any is revoked now; tells what is new of the latest. */
    const hasRevoked = (): boolean => {
      let isAny = false
      for (const one of known.values()) {
        const before = one.checked
        one.checked = check(one)
        if (one === latest && one.checked !== before) seen({ ...one.sighting, checked: one.checked })
        isAny ||= one.checked === 'revoked'
      }
      return isAny
    }
    return {
      admit: async arrival => {
        // A session of any of these is resumed.
        if (arrival === 'resumed') return !hasRevoked()
        const { certificate, staple } = arrival
        const one = meet(certificate, staple, known.get(certificate.fingerprint256))
        // Before anybody waits: its session may be resumed meanwhile.
        if (!known.has(one.print) && known.size === mostKnown) known.delete([...known.keys()][0] ?? '')
        known.set(one.print, one)
        if (check(one) !== 'revoked') await patience(lists.dueLists(one.links))
        one.checked = check(one)
        latest = one
        seen({ ...one.sighting, checked: one.checked })
        return one.checked !== 'revoked'
      },
      isOver: () => listed() !== listedThen || hasRevoked(),
    }
  }
}

function readKnown(certificate: X509Certificate, authorities: readonly X509Certificate[]): Known {
  const chain = verifiedChain(certificate, authorities)
  const serials = chain.map(({ serialNumber }) => canonicalSerial(serialNumber))
  const [serial = ''] = serials
  const sighting = { serial, issuer: shownName(certificate.issuer), validTo: new Date(certificate.validTo) }
  return {
    print: certificate.fingerprint256,
    sighting,
    serials,
    links: linksOf(chain),
    staple: 'unknown',
    checked: null,
  }
}

/** Waits for what may never come. */
async function patience(lists: Promise<void> | null): Promise<void> {
  if (lists === null) return
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([lists, enough])
  clearTimeout(timer)
}
