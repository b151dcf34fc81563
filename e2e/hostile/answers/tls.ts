import { type Case, type Catalogue, type TlsWay, tlsWays } from '#e2e/hostile/answer.ts'

/** What may go wrong before HTTP: nothing of ours may get to whoever is there. */

const short: readonly TlsWay[] = ['expired', 'other_host', 'wrong_authority']
const slow: readonly TlsWay[] = ['never_answers']

/** Weaker than the documents want, and still ours to talk to. */
const harmless: readonly TlsWay[] = ['tls_1_2', 'asks_for_no_certificate']

const toCase = (tls: TlsWay): Case => ({
  name: tls.replaceAll('_', ' '),
  at: 'token',
  twist: good => good,
  expects: harmless.includes(tls) ? 'harmless' : 'nothing',
  tls,
  ...(short.includes(tls) ? { short: true } : {}),
  ...(slow.includes(tls) ? { isSlow: true } : {}),
})

export const tls: Catalogue = { family: 'tls', cases: tlsWays.map(toCase) }
