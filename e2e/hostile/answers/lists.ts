import {
  bagOf,
  body,
  type Catalogue,
  casesAt,
  casesOf,
  change,
  headers,
  moreRows,
  type Rows,
  rowsOf,
  type Twist,
} from '#testing/bank/scripted-answer.ts'

/** Lists that are too long, endless, circular, or not lists (H41, H44). */

const alone = { alone: true } as const
const short = { short: true } as const

/** A French IBAN with that number and valid check digits. */
function ibanOf(number: number): string {
  const rest = `3000600001${String(number).padStart(11, '0')}00`
  const digits = `${rest}152700`
  return `FR${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`
}

const accounts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    resourceId: `autre-${from + at}`,
    cashAccountType: 'CACC',
    accountId: { iban: ibanOf(from + at), currency: 'EUR' },
    name: `Compte ${from + at}`,
    _links: {},
  }))

/** Rows of minimal size: 100,000 of them fit into 8 MB. */
const tiny = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ resourceId: `a${at}`, accountId: { iban: ibanOf(at) } }))

const lines = (count: number, from: number, status: 'BOOK' | 'PDNG') => {
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  return Array.from({ length: count }, (_, at) => ({
    resourceId: `l${from + at}`,
    ...(status === 'BOOK' ? { entryReference: `3026${String(from + at).padStart(10, '0')}` } : {}),
    transactionAmount: { amount: '1.00', currency: 'EUR' },
    creditDebitIndicator: 'DBIT',
    status,
    ...(status === 'BOOK' ? { bookingDate: day } : { expectedBookingDate: day }),
    remittanceInformation: { unstructured: ['Achat'] },
  }))
}

/** Endless pages: the page's number is in the address. */
const pages = (list: string, rowsOfPage: (page: number) => readonly unknown[], last: number | null = null): Twist => {
  return (good, { url }) => {
    const page = Number(url.searchParams.get('page') ?? '1')
    const next = new URL(url)
    next.searchParams.set('page', String(page + 1))
    const isLast = last !== null && page >= last
    return { ...good, body: { [list]: rowsOfPage(page), _links: isLast ? {} : { next: { href: next.href } } } }
  }
}

const next = (href: (url: URL) => string): Twist =>
  change((all, { url }) => ({ ...all, _links: { ...bagOf(all._links), next: { href: href(url) } } }))
const withPage = (url: URL, page: string) => {
  const copy = new URL(url)
  copy.searchParams.set('page', page)
  return copy.href
}

const rows: Rows = {
  accounts: [
    ['100,000 accounts in 8 MB', body({ accounts: tiny(100_000), _links: {} }), 'up_to_the_limit', alone],
    ['20,000 accounts over pages', pages('accounts', page => accounts(100, page * 100), 200), 'up_to_the_limit', alone],
    ['5,000 accounts on one page', moreRows('accounts', () => accounts(5_000)), 'up_to_the_limit', alone],
    ['501 accounts', moreRows('accounts', () => accounts(499)), 'up_to_the_limit', alone],
    ['500 accounts', moreRows('accounts', () => accounts(498)), 'many_accounts', alone],
    ['pages without an end', pages('accounts', page => accounts(10, page * 10)), 'up_to_the_limit', alone],
    ['empty pages without an end', pages('accounts', () => []), 'up_to_the_limit', alone],
    [
      'every account twice',
      change(all => ({ ...all, accounts: [...rowsOf(all.accounts), ...rowsOf(all.accounts)] })),
      'harmless',
    ],
    [
      'links with 100,000 members',
      change(all => ({
        ...all,
        _links: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`l${at}`, { href: '/x' }])),
      })),
      'odd_links',
      alone,
    ],
    [
      '100,000 levels in a member nobody reads',
      good => ({
        ...good,
        body: `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},${JSON.stringify(good.body).slice(1)}`,
      }),
      'odd_links',
    ],
    [
      'a number of a million digits',
      good => ({ ...good, body: `{"x":${'9'.repeat(1_000_000)},${JSON.stringify(good.body).slice(1)}` }),
      'odd_links',
    ],
    ['members twice', good => ({ ...good, body: `{"accounts":[],${JSON.stringify(good.body).slice(1)}` }), 'harmless'],
    [
      'members of the prototype',
      good => ({
        ...good,
        body: `{"__proto__":{"accounts":[]},"constructor":{"x":1},${JSON.stringify(good.body).slice(1)}`,
      }),
      'harmless',
    ],
  ],
  balances: [
    [
      '50,000 balances',
      change(all => ({ balances: Array.from({ length: 50_000 }, () => rowsOf(all.balances)[0]) })),
      'lines_stay',
      { ...alone, ...short },
    ],
    [
      '51 balances',
      change(all => ({ balances: Array.from({ length: 51 }, () => rowsOf(all.balances)[0]) })),
      'lines_stay',
    ],
  ],
  owners: [
    [
      '100,000 owners',
      body({ identities: Array.from({ length: 100_000 }, (_, at) => ({ fullName: `Mar ${at}` })) }),
      'lines_stay',
      alone,
    ],
  ],
  transactions: [
    ['a page of 2,001 lines', body({ transactions: lines(2_001, 0, 'BOOK') }), 'what_came_or_all', alone],
    ['a page of 30,000 lines in 8 MB', body({ transactions: lines(30_000, 0, 'BOOK') }), 'what_came_or_all', alone],
    [
      'pages of unbooked lines without an end',
      pages('transactions', page => lines(2_000, page * 2_000, 'PDNG')),
      'what_came',
      alone,
    ],
    [
      'pages of booked lines without an end',
      pages('transactions', page => lines(500, page * 500, 'BOOK')),
      'what_came',
      alone,
    ],
    ['empty pages without an end', pages('transactions', () => []), 'what_came', alone],
    ['a next page that is this one', next(url => url.href), 'harmless'],
    [
      'two pages in a circle',
      next(url => withPage(url, url.searchParams.get('page') === '2' ? '1' : '2')),
      'what_came_or_all',
    ],
    ['a next page at another host', next(() => 'https://elsewhere.example/x?page=2'), 'what_came', short],
    ['a next page at another port', next(url => `https://${url.hostname}:1/x`), 'what_came'],
    ['a next page without TLS', next(url => url.href.replace('https:', 'http:')), 'what_came'],
    ['a next page that is a script', next(() => 'javascript:alert(1)'), 'what_came'],
    ['a next page with a user in it', next(url => url.href.replace('https://', 'https://a:b@')), 'what_came'],
    ['a next page of a megabyte', next(url => `${url.href}?x=${'y'.repeat(1_048_576)}`), 'what_came_or_all'],
    [
      'a last page of 999,999',
      change((all, { url }) => ({
        ...all,
        _links: { next: { href: withPage(url, '2') }, last: { href: withPage(url, '999999') } },
      })),
      'what_came_or_all',
    ],
    [
      'pages that become fewer',
      (good, { url }) =>
        url.searchParams.has('page')
          ? { ...good, status: 400, body: { message: 'IPGN' } }
          : {
              ...good,
              body: {
                ...bagOf(good.body),
                _links: { next: { href: withPage(url, '2') }, last: { href: withPage(url, '9') } },
              },
            },
      'what_came_or_all',
    ],
    [
      'every line twice',
      change(all => ({ ...all, transactions: [...rowsOf(all.transactions), ...rowsOf(all.transactions)] })),
      'kept_clean',
    ],
    [
      '100,000 levels in a line',
      good => ({ ...good, body: `{"transactions":[{"status":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}` }),
      'what_came_or_all',
    ],
    [
      '200,000 empty objects',
      body({ transactions: Array.from({ length: 200_000 }, () => ({})) }),
      'what_came_or_all',
      alone,
    ],
  ],
}

export const lists: Catalogue = {
  family: 'lists',
  cases: casesOf(rows),
}

/** Changes the instructions of the bank's copy of a payment. */
const instructions = (changed: (all: readonly unknown[]) => readonly unknown[]): Twist =>
  change(({ paymentRequest, ...rest }) => {
    const copy = bagOf(paymentRequest)
    return {
      ...rest,
      paymentRequest: { ...copy, creditTransferTransaction: changed(rowsOf(copy.creditTransferTransaction)) },
    }
  })

export const others: Catalogue = {
  family: 'payments',
  cases: [
    ...casesAt(
      'payment',
      [
        [
          'two Locations',
          (good, asked) => headers({ location: `${good.headers.location}, /payment-requests/another` })(good, asked),
          'payment_never_paid',
        ],
      ],
      'created',
    ),
    ...casesAt(
      'payment_read',
      [
        ['every instruction twice', instructions(all => [...all, ...all]), 'payment_held'],
        [
          '100,000 instructions',
          instructions(() => Array.from({ length: 100_000 }, () => ({}))),
          'payment_not_confirmed',
        ],
      ],
      'read',
    ),
  ],
}
