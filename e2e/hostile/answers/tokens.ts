import {
  body,
  type Catalogue,
  casesAt,
  headers,
  members,
  type Row,
  raw,
  status,
} from '#testing/bank/scripted-answer.ts'

/** Answers of the token endpoint: to a code, to a refresh token, and to client credentials. */

const megabyte = 'x'.repeat(1_048_576)
const html = { 'content-type': 'text/html' }

const toCode: readonly Row[] = [
  ['nothing odd at all', good => good, 'harmless', true],
  ['a life of 1e300 seconds', members({ expires_in: 1e300 }), 'harmless', true],
  ['a life of 31 years', members({ expires_in: 978_307_200 }), 'harmless'],
  ['a life of minus one second', members({ expires_in: -1 }), 'harmless'],
  ['a life of no time at all', members({ expires_in: 0 }), 'harmless'],
  ['a life that is over when it is read', members({ expires_in: 0.000_1 }), 'harmless'],
  ['a life that is a word', members({ expires_in: 'abc' }), 'harmless'],
  ['a life that is a list', members({ expires_in: [3_600] }), 'harmless'],
  ['a life as a text', members({ expires_in: '3600' }), 'harmless'],
  ['a life that is not said', members({ expires_in: undefined }), 'harmless'],
  ['the scope of payments', members({ scope: 'pisp' }), 'not_linked', true],
  ['a scope of a megabyte', members({ scope: megabyte }), 'not_linked'],
  ['two scopes, ours among them', members({ scope: 'extended aisp' }), 'harmless'],
  ['a scope that is a number', members({ scope: 7 }), 'not_linked'],
  ['a token of type mac', members({ token_type: 'mac' }), 'not_linked'],
  ['a token of type BEARER', members({ token_type: 'BEARER' }), 'harmless'],
  ['a token without a type', members({ token_type: undefined }), 'harmless'],
  ['an access token of a megabyte', members({ access_token: megabyte }), 'not_linked'],
  ['an access token of 100 kB', members({ access_token: 'x'.repeat(100_000) }), 'not_linked', true],
  ['an access token with NUL', members({ access_token: 'a\0b' }), 'not_linked'],
  ['an access token that ends a header', members({ access_token: 'a\r\nx-admin: 1' }), 'not_linked', true],
  ['an access token with a space', members({ access_token: 'a b' }), 'not_linked'],
  ['an access token of other letters', members({ access_token: 'jeton-é-令牌' }), 'not_linked'],
  ['an access token that is half a character', members({ access_token: '\ud800' }), 'not_linked'],
  ['an empty access token', members({ access_token: '' }), 'not_linked'],
  ['an access token that is a number', members({ access_token: 123_456 }), 'not_linked'],
  ['no access token', members({ access_token: undefined }), 'not_linked'],
  ['no refresh token', members({ refresh_token: undefined }), 'not_linked'],
  ['a refresh token that is a list', members({ refresh_token: ['a'] }), 'not_linked'],
  ['a refresh token with NUL', members({ refresh_token: 'a\0b' }), 'not_linked'],
  ['a refresh token of a megabyte', members({ refresh_token: megabyte }), 'not_linked'],
  ['a page with status 200', body('<html>', html), 'not_linked'],
  ['204', status(204, undefined), 'not_linked'],
  ['a list', body([]), 'not_linked'],
  ['null', body('null'), 'not_linked'],
  ['a text', body('"token"'), 'not_linked'],
  ['an error inside a success', body({ error: 'invalid_grant' }), 'not_linked'],
  [
    'an error with a description of 7 MB',
    status(400, { error: 'server_error', error_description: 'x'.repeat(7_000_000) }),
    'not_linked',
    true,
  ],
  ['an error of 7 MB of words', status(500, { message: 'ab c'.repeat(1_800_000) }), 'not_linked'],
  [
    'a challenge of 12 kB',
    status(401, {}, { 'www-authenticate': `Bearer error="${'x'.repeat(12_000)}"` }),
    'not_linked',
  ],
  ['members of the prototype', body('{"__proto__":{"access_token":"a","refresh_token":"b"}}'), 'not_linked'],
  [
    'a redirect with a token in it',
    status(302, '', { location: 'https://elsewhere.example/#access_token=a' }),
    'not_linked',
  ],
]

const toRefresh: readonly Row[] = [
  ['a page', body('<html>', html), 'not_read'],
  ['500', status(500), 'not_read'],
  ['invalid_grant', status(400, { error: 'invalid_grant' }), 'not_read'],
  ['a life of 1e300 seconds', members({ expires_in: 1e300 }), 'harmless'],
  ['a life of minus one second', members({ expires_in: -1 }), 'harmless'],
  ['another refresh token', members({ refresh_token: 'HoStIlEsEcReT-another' }), 'harmless'],
  ['a refresh token of a megabyte', members({ refresh_token: megabyte }), 'short_lived'],
  ['a refresh token with NUL', members({ refresh_token: 'a\0b' }), 'short_lived'],
  ['the scope of payments', members({ scope: 'pisp' }), 'not_read'],
  ['an access token that ends a header', members({ access_token: 'a\r\nx-admin: 1' }), 'not_read'],
  [
    'a description of 7 MB',
    status(400, { error: 'server_error', error_description: 'x'.repeat(7_000_000) }),
    'not_read',
  ],
]

const toUs: readonly Row[] = [
  ['a page', body('<html>', html), 'payment_not_begun', true],
  ['a life of 1e300 seconds', members({ expires_in: 1e300 }), 'harmless'],
  ['a life of minus one second', members({ expires_in: -1 }), 'harmless'],
  ['the scope of accounts', members({ scope: 'aisp' }), 'payment_not_begun'],
  ['an access token that ends a header', members({ access_token: 'a\r\nx-admin: 1' }), 'payment_not_begun'],
  ['a description of 7 MB', status(500, { error_description: 'x'.repeat(7_000_000) }), 'payment_not_begun'],
]

const toPaymentCode: readonly Row[] = [
  ['a page', body('<html>', html), 'payment_not_confirmed'],
  ['a life of 1e300 seconds', members({ expires_in: 1e300 }), 'harmless', true],
  ['the scope of accounts', members({ scope: 'aisp' }), 'payment_not_confirmed'],
  ['an access token of a megabyte', members({ access_token: megabyte }), 'payment_not_confirmed'],
  ['an access token that ends a header', members({ access_token: 'a\r\nx-admin: 1' }), 'payment_not_confirmed'],
  ['nothing, and the connection reset', raw(socket => socket.destroy()), 'payment_not_confirmed'],
]

const toRevocation: readonly Row[] = [
  ['500', status(500), 'harmless'],
  ['when to come again, in 31 years', status(503, '', { 'retry-after': '978307200' }), 'harmless'],
  ['a page', body('<html>', html), 'harmless'],
  ['nothing, and the connection reset', raw(socket => socket.destroy()), 'harmless'],
  ['a date of the year 9999', headers({ date: 'Fri, 31 Dec 9999 23:59:59 GMT' }), 'harmless'],
]

export const tokens: Catalogue = {
  family: 'tokens',
  cases: [
    ...casesAt('token', toCode, 'to a code'),
    ...casesAt('refresh', toRefresh, 'to a refresh token'),
    ...casesAt('client_token', toUs, 'to us alone'),
    ...casesAt('payment_token', toPaymentCode, 'to the code of a payment'),
    ...casesAt('revoke', toRevocation, 'to a revocation'),
    { name: 'v1.4.2, nothing odd', at: 'token', twist: good => good, expects: 'harmless', version: '1.4.2' },
  ],
}
