import type { X509Certificate } from 'node:crypto'
import { canonicalSerial } from '#stet/terms/certificate-serial.ts'
import type { CertificateChecked, CertificateSighting } from '#stet/terms/certificate-sighting.ts'
import { type RevocationStatus, shownName } from './certificate-parts.ts'
import { verifiedChain } from './chain.ts'
import { readStaple } from './ocsp.ts'
import { type ChainLink, linksOf, noLists, type RevocationLists } from './revocation-lists.ts'

/** Checks of banks' certificates beyond their chain. */
export type CertificateCheck = {
  /**
   * Serials (`canonicalSerial`) the operators revoked. Fast, as every exchange calls it; a changed list is a new
   * `Set`.
   */
  readonly listed: () => ReadonlySet<string>
  readonly lists: RevocationLists
  /** For every new connection and changed status. Must not throw. */
  readonly seen: (sighting: CertificateSighting) => void
}

const none: ReadonlySet<string> = new Set()

/** No operators' list, no CRLs. */
export const stapleOnly: CertificateCheck = { listed: () => none, lists: noLists, seen: () => {} }

/** A certificate with its stapled answer, or a resumed session without. */
export type Arrival = { readonly certificate: X509Certificate; readonly staple: Buffer | null } | 'resumed'

/** The certificates seen by one connection pool. */
export type CertificateWatch = {
  /** Whether a new connection may be used; waits at most two seconds for missing CRLs. */
  readonly admit: (arrival: Arrival) => Promise<boolean>
  /**
   * Whether the pool must be replaced, because a certificate was revoked or the operators' list changed. Called for
   * every exchange.
   */
  readonly isOver: () => boolean
}

type Known = {
  readonly print: string
  readonly sighting: Omit<CertificateSighting, 'checked'>
  readonly serials: readonly string[]
  readonly links: readonly ChainLink[]
  staple: RevocationStatus
  checked: CertificateChecked | null
}

const patienceMs = 2_000
/** A bank has one certificate, or one per machine. */
const maxKnown = 16

/** Watches for one bank, whose chains end at one of `authorities`. A stapled revocation is final for all of them. */
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

  const check = (one: Known): CertificateChecked => {
    const isListed = one.serials.some(serial => listed().has(serial))
    return stapled.has(one.print) || isListed ? 'revoked' : statusOf(one, lists)
  }

  return () => {
    const known = new Map<string, Known>()
    const listedThen = listed()
    let latest: Known | null = null
    /** Also reports a changed status of the latest. */
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
        // It may be a session of any of these.
        if (arrival === 'resumed') return !hasRevoked()
        const { certificate, staple } = arrival
        const one = meet(certificate, staple, known.get(certificate.fingerprint256))
        // Before any await: its session may be resumed meanwhile.
        if (!known.has(one.print) && known.size === maxKnown) known.delete([...known.keys()][0] ?? '')
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

function statusOf({ links, staple }: Known, lists: RevocationLists): CertificateChecked {
  const statuses = links.map(lists.statusOf)
  if (statuses.includes('revoked')) return 'revoked'
  const isStapled = staple === 'good'
  const isOpen = ({ points }: ChainLink, index: number) =>
    points.length > 0 && statuses[index] === 'unknown' && !(isStapled && index === 0)
  if (links.some(isOpen)) return 'unanswered'
  return isStapled ? 'stapled' : statuses[0] === 'good' ? 'list' : 'not_given'
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

async function patience(lists: Promise<void> | null): Promise<void> {
  if (lists === null) return
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([lists, enough])
  clearTimeout(timer)
}
