import { body, type Catalogue, casesAt, type Row, raw, status } from '#testing/bank/scripted-answer.ts'

/** Answers to a consent. */

const rows: readonly Row[] = [
  ['201 with a page', status(201, '<html>', { 'content-type': 'text/html' }), 'harmless'],
  ['201 with a megabyte', status(201, 'x'.repeat(1_048_576)), 'no_consent'],
  ['201 with 9 MB', status(201, 'x'.repeat(9_000_000)), 'no_consent'],
  ['200', body({}), 'harmless'],
  ['204', status(204, undefined), 'harmless'],
  ['403, an account is not the customer’s', status(403, { message: 'NGAC' }), 'no_consent', true],
  ['403 with a reason of NULs', status(403, { message: 'NGAC\0\0', error: '\ud800' }), 'no_consent'],
  ['400', status(400, { message: 'FF01' }), 'no_consent'],
  ['409', status(409), 'no_consent'],
  ['418', status(418), 'no_consent'],
  ['500', status(500), 'no_consent'],
  ['500 of 7 MB', status(500, { message: 'x'.repeat(7_000_000) }), 'no_consent'],
  ['501', status(501), 'no_consent'],
  ['302', status(302, '', { location: 'https://elsewhere.example' }), 'no_consent'],
  ['the connection reset', raw(socket => socket.destroy()), 'no_consent'],
  ['401 for ever', status(401, { error: 'invalid_token' }), 'no_consent'],
  ['insufficient scope', status(403, { error: 'insufficient_scope' }), 'no_consent'],
]

export const consents: Catalogue = {
  family: 'consents',
  cases: casesAt('consents', rows),
}
