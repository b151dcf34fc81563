import type { BalanceDot } from '#components/charts/balance-line.tsx'
import { nameOfLine } from '#lib/domain/accounts/line-name.ts'
import type { GlanceView } from '#lib/views/home.ts'
import { type PublicOrderView, untried } from '#lib/views/public-order.ts'

/** Sample data for the pictures on the public page: invented people and money. */

export const currency = 'EUR'

/** A logo as an image; the shapes and colours are those that the sandbox bank draws. */
const drawn = (shapes: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${shapes}</svg>`)}`

export const littoral = {
  name: 'Banque du Littoral',
  initials: 'BL',
  brandColor: '#0B3C6F',
  brandInk: '#E2B23C',
  logo: drawn(
    '<rect fill="#0b3c6f" width="40" height="40" rx="11"/><path fill="#fff" d="M12 6.5h5.2v14H28V25H12z"/><path fill="#e2b23c" d="M6 30.5c3.7-3.6 7-3.6 10.7 0s7 3.6 10.7 0c2.6-2.5 4.6-3 6.6-1.8v5.3H6z"/>',
  ),
}
export const cormoran = {
  name: 'Banque Cormoran',
  initials: 'CO',
  brandColor: '#1B1B1F',
  brandInk: '#F26B21',
  logo: drawn(
    '<path fill="#1b1b1f" d="M0 0h40v40H0z"/><path fill="#fff" d="M30 13.5A11.5 11.5 0 1 0 30 26.5l-4.2-3A6.4 6.4 0 1 1 25.8 16.5z"/><path fill="#f26b21" d="M25.5 16.7 38 20l-12.5 3.3z"/>',
  ),
}

/** Their sum is the last balance of the chart. */
export const accounts = [
  { bank: littoral, kind: 'current', amount: '2318.40' },
  { bank: littoral, kind: 'joint', amount: '3914.05' },
  { bank: cormoran, kind: 'current', amount: '249.70' },
] as const
export const total = '6482.15'

/** The days of a month: known until today, then expected. */
const known = [
  ...[5210, 5084, 5084, 4630, 4612, 4575, 4575, 4361, 4290, 4290, 4180, 3922, 3922, 3871],
  ...[3871, 3790, 6640, 6612, 6530, 6482.15],
]
const expected = [6440, 6440, 6310, 6290, 6180, 6050, 6050, 5940, 5860, 5810]
export const past: readonly BalanceDot[] = known.map((amount, at) => ({ day: String(at + 1), amount }))
export const future: readonly BalanceDot[] = expected.map((amount, at) => ({
  day: String(known.length + at + 1),
  amount,
  low: amount - 40 * (at + 1) ** 0.8,
  high: amount + 28 * (at + 1) ** 0.8,
}))

/** As home shows them on the twentieth. */
export const glance: GlanceView = {
  currency,
  today: '2026-11-20',
  spent: { amount: '-1204.60', from: '2026-11-01', usual: { amount: '-1351.70', months: 3 } },
  payday: { day: '2026-12-17', left: '5140.00' },
  forecast: { until: '2026-11-30', amount: '5810.00', low: '5558.00', high: '5986.00', below: [] },
  coming: [],
  chart: { past: [], future: [] },
}

/** Labels as banks write them, with the names that the product derives from them. */
export const lines = [
  { label: 'CARTE 21/11 BOULANGERIE PAUL LYON 3', nature: 'card', amount: '-6.40' },
  { label: 'PRLV SEPA EDF CLIENTS PARTICULIERS', nature: 'direct_debit', amount: '-84.12' },
  { label: 'CARTE 20/11 SNCF INTERNET PARIS', nature: 'card', amount: '-58.00' },
  { label: 'VIR SEPA RECU DE ATELIER HADDAD', nature: 'transfer_in', amount: '2150.00' },
] as const
export const namedLines = lines.map(line => ({ ...line, name: nameOfLine(line.label, line.nature) }))

/** Calls to a bank as the access log shows them. */
export const calls = [
  { operation: 'accounts_list', attended: true, at: '14:02' },
  { operation: 'transactions_read', attended: true, at: '14:02' },
  { operation: 'balances_read', attended: false, at: '10:17' },
] as const

/** A shop's order. `day` is the date of execution, YYYY-MM-DD. */
export function orderOf(payee: string, reference: string, day: string): PublicOrderView {
  return {
    isReplaced: false,
    received: null,
    isOverpaid: false,
    publicId: 'sample',
    isTest: false,
    kind: 'checkout',
    stage: 'open',
    version: 1,
    payee,
    holder: null,
    holderCheck: { finding: 'confirmed', at: `${day}T09:00:00.000Z` },
    merchant: null,
    reference,
    remittance: null,
    lineItems: [],
    amount: { amount: '24.90', currency },
    description: null,
    executionDate: day,
    instant: 'never',
    wantsInstant: 'never',
    ordinaryAt: [],
    arrivesOn: day,
    isRecurrent: false,
    knownDebtor: null,
    preferredBank: null,
    expiresAt: null,
    ...untried,
    isSuspended: false,
    hasReceipt: false,
    goOnTo: null,
    giveUpTo: null,
  }
}

/** The events in the timeline of a payment. */
export const timeline = ['order.created', 'attempt.authorised', 'attempt.confirmed', 'attempt.executed'] as const

/** The call from examples/shop/shop.ts, on three lines. */
export const shopCall = `guichet.createCheckoutSession({
  amount: '24.90', reference: 'Book 7', return_url,
})`

/** Error codes that the sandbox bank can return. */
export const answers = ['AC04', 'IPSU', 'INTS', 'TMRQ'] as const
