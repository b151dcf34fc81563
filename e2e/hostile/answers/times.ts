import { type Catalogue, casesOf, headers, type Rows, status, type Twist } from '#testing/bank/scripted-answer.ts'

/** When to retry, the bank's clock, and used quotas. */

const year9999 = 'Fri, 31 Dec 9999 23:59:59 GMT'
const again = (after: string, code = 503): Twist => status(code, { message: 'later' }, { 'retry-after': after })

const short = { short: true } as const
/** The list of accounts is read once for the link; this is the next call. */
const inReading = { after: 1 } as const

const rows: Rows = {
  transactions: [
    ['503, again in 31 years', again('978307200'), 'not_read', short],
    ['429, again in 31 years', again('978307200', 429), 'not_read'],
    ['429, again in the year 9999', again(year9999, 429), 'not_read'],
    ['503, again in the year 9999', again(year9999), 'not_read'],
    ['503, again in 275,760 years', again('Sat, 13 Sep 275760 00:00:01 GMT'), 'not_read'],
    ['503, again five seconds ago', again('-5'), 'not_read'],
    ['503, again in 1994', again('Sun, 06 Nov 1994 08:49:37 GMT'), 'not_read'],
    ['503, again at some time', again('soon'), 'not_read'],
    ['503, again after 40 digits', again('9'.repeat(40)), 'not_read'],
    ['503, again after 1e9', again('1e9'), 'not_read'],
    ['503, again at once', again('0'), 'not_read'],
    ['a clock that is none', headers({ date: 'yesterday' }), 'harmless'],
    ['data that expired long ago', headers({ expires: '0', age: '999999999999' }), 'harmless'],
    ['408', status(408), 'not_read'],
    ['425', status(425), 'not_read'],
    ['451', status(451), 'not_read'],
    ['599', status(599), 'not_read'],
  ],
  accounts: [
    ['429 in the reading, again in 31 years', again('978307200', 429), 'not_read', inReading],
    ['503 in the reading, again in the year 9999', again(year9999), 'not_read', { ...inReading, short: true }],
    ['429 at the link', again('978307200', 429), 'not_linked'],
    ['503 at the link, again in 31 years', again('978307200'), 'not_linked'],
    ['a clock of the year 9999', headers({ date: year9999 }), 'harmless'],
  ],
  token: [
    ['429, again in 31 years', again('978307200', 429), 'not_linked'],
    ['a clock of 1970', headers({ date: 'Thu, 01 Jan 1970 00:00:00 GMT' }), 'harmless'],
  ],
  consents: [['503, again in 31 years', again('978307200'), 'no_consent']],
  balances: [['429, again in the year 9999', again(year9999, 429), 'lines_stay']],
  payment: [
    ['429, again in 31 years', again('978307200', 429), 'payment_not_begun'],
    ['503, again in the year 9999', again(year9999), 'payment_not_begun'],
  ],
  payment_read: [
    ['503, again in 31 years', again('978307200'), 'payment_not_confirmed', short],
    ['503, again in the year 9999', again(year9999), 'payment_not_confirmed'],
  ],
  confirmation: [['503, again in the year 9999', again(year9999), 'payment_open']],
}

export const times: Catalogue = {
  family: 'times',
  cases: casesOf(rows),
}
