import { type Case, type Catalogue, type TlsWay, tlsWays } from '#testing/bank/scripted-answer.ts'

/** Faults before HTTP: nothing of ours may be sent. */

const short: readonly TlsWay[] = ['expired', 'wrong_authority']
const slow: readonly TlsWay[] = ['never_answers']

/** Weaker than the documents require, but accepted by us. */
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
