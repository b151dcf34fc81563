import {
  bagOf,
  body,
  type Case,
  type Catalogue,
  casesAt,
  change,
  headers,
  members,
  type Row,
  raw,
  rowsOf,
  status,
  type Twist,
} from '#testing/bank/scripted-answer.ts'

/** Answers about a payment: the consent link, its content, and its outcome (H42). */

const dirty = 'a\0b\ud800c'
const megabyte = 'x'.repeat(1_048_576)

const approval = (href: unknown): Twist => members({ _links: { consentApproval: { href, templated: false } } })
const without =
  (...names: string[]): Twist =>
  good => ({
    ...good,
    headers: Object.fromEntries(Object.entries(good.headers).filter(([name]) => !names.includes(name))),
  })

const atCreation: readonly Row[] = [
  [
    'a Location of two dots in disguise',
    headers({ location: '/stet/psd2/v1.4.2/payment-requests/%2e%2e' }),
    'payment_not_begun',
    true,
  ],
  ['a Location of a dot', headers({ location: '/stet/psd2/v1.4.2/payment-requests/%2E' }), 'payment_not_begun'],
  [
    'a Location with a slash in disguise',
    headers({ location: '/stet/psd2/v1.4.2/payment-requests/a%2Fb' }),
    'payment_never_paid',
  ],
  [
    'a Location at another host',
    headers({ location: 'https://elsewhere.example/payment-requests/1' }),
    'payment_never_paid',
  ],
  ['a Location of 12 kB', headers({ location: `/payment-requests/${'x'.repeat(12_000)}` }), 'payment_not_begun'],
  ['a Location that is a dirty name', headers({ location: '/payment-requests/%00%ff' }), 'payment_equal_or_held'],
  ['no Location, the link has the id', without('location'), 'harmless'],
  [
    'two Locations',
    (good, asked) => headers({ location: `${good.headers.location}, /payment-requests/another` })(good, asked),
    'payment_never_paid',
  ],
  ['another id in Location', headers({ location: '/stet/psd2/v1.4.2/payment-requests/another' }), 'payment_never_paid'],
  ['screens at another host', approval('https://elsewhere.example/consent'), 'payment_not_begun', true],
  [
    'screens without TLS',
    (good, asked) => approval(`http://${asked.url.host}/consent`)(good, asked),
    'payment_not_begun',
  ],
  [
    'screens at another port',
    (good, asked) => approval(`https://${asked.url.hostname}:1/consent`)(good, asked),
    'payment_not_begun',
  ],
  [
    'screens with a user in them',
    (good, asked) => approval(`https://a:b@${asked.url.host}/consent`)(good, asked),
    'payment_not_begun',
  ],
  ['screens that are a script', approval('javascript:alert(1)'), 'payment_not_begun'],
  ['screens of nothing', approval(''), 'payment_not_begun'],
  ['screens that are a number', approval(7), 'harmless'],
  ['no screens', members({ _links: {} }), 'payment_not_begun'],
  ['200', status(204, undefined), 'payment_not_begun'],
  ['a page', status(201, '<html>', { 'content-type': 'text/html' }), 'payment_not_begun'],
  ['a list', status(201, []), 'payment_not_begun'],
  ['400', status(400, { message: 'FF01' }), 'payment_not_begun'],
  ['403', status(403, { message: dirty }), 'payment_not_begun'],
  ['500', status(500, { message: 'duplicate' }), 'payment_not_begun'],
  ['500 of 7 MB', status(500, { message: 'x'.repeat(7_000_000) }), 'payment_not_begun'],
  ['302', status(302, '', { location: 'https://elsewhere.example' }), 'payment_not_begun'],
]

/** The bank's copy of the request, changed. */
const held = (changed: (held: Readonly<Record<string, unknown>>) => unknown): Twist =>
  change(all => ({ ...all, paymentRequest: changed(bagOf(all.paymentRequest)) }))
const heldWith = (changed: Readonly<Record<string, unknown>>): Twist => held(all => ({ ...all, ...changed }))
const instruction = (changed: (one: Readonly<Record<string, unknown>>) => unknown): Twist =>
  held(all => ({
    ...all,
    creditTransferTransaction: rowsOf(all.creditTransferTransaction).map(one => changed(bagOf(one))),
  }))
const amount = (text: unknown, currency: unknown = 'EUR'): Twist =>
  instruction(one => ({ ...one, instructedAmount: { amount: text, currency } }))
const creditor = (name: unknown, iban: unknown): Twist =>
  heldWith({ beneficiary: { creditor: { name }, creditorAccount: { iban } } })
const ids = (changed: Readonly<Record<string, unknown>>): Twist =>
  instruction(one => ({ ...one, paymentId: { ...bagOf(one.paymentId), ...changed } }))

const iban = 'DE89370400440532013000'
const name = 'Librairie du Port'

const echoes: readonly Row[] = [
  ['another amount', amount('2.00'), 'payment_held', true],
  ['an amount with a comma', amount('999,00'), 'payment_held', true],
  ['an amount of 1e2', amount('1e2'), 'payment_held'],
  ['an amount of 40 digits', amount('1'.repeat(40)), 'payment_held'],
  ['an amount with a sign', amount('-1.00'), 'payment_held'],
  ['an amount that is a list', amount(['1.00']), 'payment_held'],
  ['an amount with NUL', amount('1.00\0'), 'payment_held'],
  ['an amount that is not a number', amount('NaN'), 'payment_held'],
  ['another currency', amount('1.00', 'USD'), 'payment_held'],
  ['a currency in small letters', amount('1.00', 'eur'), 'payment_equal_or_held'],
  ['a currency that is a sign', amount('1.00', '€'), 'payment_held'],
  ['a currency that is a number', amount('1.00', 978), 'payment_held'],
  ['another creditor', creditor(name, 'FR7619873009020009362007722'), 'payment_held'],
  ['a creditor’s IBAN that is a number', creditor(name, 7), 'payment_held'],
  ['a creditor’s IBAN that is a list', creditor(name, [iban]), 'payment_held'],
  ['a creditor’s IBAN with NUL', creditor(name, `${iban}\0`), 'payment_held'],
  ['a creditor’s IBAN in groups', creditor(name, 'de89 3704 0044 0532 0130 00'), 'payment_equal_or_held'],
  ['another creditor’s name', creditor('Somebody Else', iban), 'payment_held', true],
  ['a creditor’s name that is an object', creditor({}, iban), 'payment_held'],
  ['a creditor that is a text', heldWith({ beneficiary: iban }), 'payment_held'],
  ['another id', heldWith({ resourceId: 'another' }), 'payment_held'],
  ['an id that is a list', heldWith({ resourceId: [] }), 'payment_held'],
  ['another id of ours', heldWith({ paymentInformationId: 'ANOTHER' }), 'payment_held'],
  ['another instruction', ids({ instructionId: 'ANOTHER' }), 'payment_held'],
  ['another end-to-end id', ids({ endToEndId: 'ANOTHER' }), 'payment_held'],
  [
    'every instruction twice',
    held(all => ({
      ...all,
      creditTransferTransaction: [...rowsOf(all.creditTransferTransaction), ...rowsOf(all.creditTransferTransaction)],
    })),
    'payment_held',
  ],
  [
    '100,000 instructions',
    held(all => ({ ...all, creditTransferTransaction: Array.from({ length: 100_000 }, () => ({})) })),
    'payment_not_confirmed',
  ],
  ['instructions that are a text', heldWith({ creditTransferTransaction: 'one' }), 'payment_held'],
  ['a count of two', heldWith({ numberOfTransactions: 2 }), 'payment_held'],
  ['another day', heldWith({ requestedExecutionDate: '2031-01-01T12:00:00.000+00:00' }), 'payment_held'],
  ['a day that is none', heldWith({ requestedExecutionDate: 'tomorrow' }), 'payment_held'],
  ['a standing order', instruction(one => ({ ...one, frequency: 'DAIL', executionRule: 'FWNG' })), 'payment_held'],
]

const states: readonly Row[] = [
  ['a status that nobody knows', heldWith({ paymentInformationStatus: 'WAIT' }), 'payment_not_confirmed'],
  ['a status of NULs', heldWith({ paymentInformationStatus: 'AC\0SP' }), 'payment_not_confirmed', true],
  ['a status of a megabyte', heldWith({ paymentInformationStatus: megabyte }), 'payment_not_confirmed'],
  ['a status that is a number', heldWith({ paymentInformationStatus: 7 }), 'payment_not_confirmed'],
  ['no status', heldWith({ paymentInformationStatus: undefined }), 'payment_not_confirmed'],
  ['a reason of NULs', heldWith({ statusReasonInformation: dirty }), 'harmless'],
  ['a reason of a megabyte', heldWith({ statusReasonInformation: megabyte }), 'payment_not_confirmed'],
  ['a debtor’s IBAN with NUL', heldWith({ debtorAccount: { iban: 'FR76\0\ud800' } }), 'harmless', true],
  ['a debtor’s IBAN of a megabyte', heldWith({ debtorAccount: { iban: megabyte } }), 'payment_not_confirmed'],
  [
    'statuses of instructions with NULs',
    instruction(one => ({ ...one, transactionStatus: 'PD\0NG', statusReasonInformation: dirty })),
    'payment_not_confirmed',
  ],
  [
    'refused, for a reason of NULs',
    heldWith({
      paymentInformationStatus: 'RJCT',
      statusReasonInformation: dirty,
      creditTransferTransaction: undefined,
    }),
    'payment_refused',
    true,
  ],
  [
    'refused, for a reason of a megabyte',
    heldWith({
      paymentInformationStatus: 'RJCT',
      statusReasonInformation: megabyte,
      creditTransferTransaction: undefined,
    }),
    'payment_not_confirmed',
  ],
  [
    'refused, for a reason that is a list',
    heldWith({ paymentInformationStatus: 'RJCT', statusReasonInformation: [], creditTransferTransaction: undefined }),
    'payment_refused',
  ],
  [
    'cancelled, without having been asked',
    heldWith({ paymentInformationStatus: 'CANC', creditTransferTransaction: undefined }),
    'payment_refused',
  ],
  [
    'executed before it was confirmed',
    heldWith({ paymentInformationStatus: 'ACSC', creditTransferTransaction: undefined }),
    'payment_unasked',
  ],
  ['a page', body('<html>', { 'content-type': 'text/html' }), 'payment_not_confirmed'],
  ['a list', body([]), 'payment_not_confirmed'],
  ['nothing', body(undefined), 'payment_not_confirmed'],
  [
    '100,000 levels',
    body(`{"paymentRequest":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`),
    'payment_not_confirmed',
  ],
  ['404', status(404), 'payment_not_confirmed'],
  ['403', status(403), 'payment_not_confirmed'],
  ['500 of 7 MB', status(500, { message: 'x'.repeat(7_000_000) }), 'payment_not_confirmed'],
]

const atConfirmation: readonly Row[] = [
  ['200 with nothing', body(undefined), 'payment_accepted'],
  ['204', status(204, undefined), 'payment_accepted'],
  ['200 with a page', body('<html>', { 'content-type': 'text/html' }), 'payment_accepted'],
  ['200 with a list', body([]), 'payment_accepted'],
  ['409 for ever', status(409), 'payment_taken', true],
  ['403', status(403), 'payment_taken'],
  ['404', status(404), 'payment_taken'],
  ['500', status(500), 'payment_open'],
  ['another amount', amount('2.00'), 'payment_held_late', true],
  ['an amount with a comma', amount('1,00'), 'payment_held_late'],
  ['another creditor', creditor(name, 'FR7619873009020009362007722'), 'payment_held_late'],
  ['a reason of NULs', heldWith({ statusReasonInformation: dirty }), 'harmless'],
  ['9 MB', body('x'.repeat(9_000_000)), 'payment_taken'],
  [
    'half an answer',
    raw(socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{', () => socket.destroy())),
    'payment_open',
  ],
]

/** Statuses that change: one reading returns this, the next that. */
const turns: readonly Case[] = [
  {
    name: 'read: agreed to, then another amount',
    at: 'payment_read',
    after: 1,
    twist: amount('2.00'),
    expects: 'harmless',
  },
]

export const payments: Catalogue = {
  family: 'payments',
  cases: [
    ...casesAt('payment', atCreation, 'created'),
    ...casesAt('payment_read', echoes, 'read'),
    ...casesAt('payment_read', states, 'read'),
    ...casesAt('confirmation', atConfirmation, 'confirmed'),
    ...turns,
  ],
}
