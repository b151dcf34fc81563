import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffRegistrations } from './registration-diff.ts'

const registered = {
  client_id: 'c-1',
  redirect_uris: ['https://a.example/callback/1', 'https://a.example/callback/2'],
  scope: 'aisp',
  contact: { contact_name: 'A', email: 'a@a.example', phone_number: '+33 1' },
  jwks: { keys: [{ kid: 'old', x5c: ['MII'] }] },
}

test('what a bank issues, and the order in which it echoes a list, are no changes', () => {
  const issued = {
    client_id_issued_at: 7,
    client_secret_expires_at: 0,
    registration_access_token: 'token',
    registration_client_uri: 'https://bank.example/register/c-1',
  }
  const echoed = { ...registered, ...issued, redirect_uris: registered.redirect_uris.toReversed() }
  expect(diffRegistrations(echoed, registered)).toEqual([])
})

test('every member that changes is named by its path', () => {
  const after = {
    ...registered,
    scope: 'aisp,pisp',
    contact: { contact_name: 'A', email: 'b@a.example' },
    jwks: { keys: [{ kid: 'new', x5c: ['MII'] }] },
    tos_uri: 'https://a.example/tos',
  }
  expect(diffRegistrations(registered, after)).toEqual([
    { path: 'contact.email', change: 'changed', before: 'a@a.example', after: 'b@a.example' },
    { path: 'contact.phone_number', change: 'removed', before: '+33 1', after: null },
    { path: 'jwks.keys.0.kid', change: 'changed', before: 'old', after: 'new' },
    { path: 'scope', change: 'changed', before: 'aisp', after: 'aisp,pisp' },
    { path: 'tos_uri', change: 'added', before: null, after: 'https://a.example/tos' },
  ])
})

test('a long value is cut where it is shown, not where it is compared', () => {
  const [difference] = diffRegistrations({ a: `${'x'.repeat(200)}1` }, { a: `${'x'.repeat(200)}2` })
  expect(difference?.before).toHaveLength(161)
})

test('nothing differs from itself, and both directions find the same paths', () => {
  const members = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(members, members, (one, other) => {
      expect(diffRegistrations(one, one)).toEqual([])
      const paths = (differences: { path: string }[]) => differences.map(({ path }) => path)
      expect(paths(diffRegistrations(one, other))).toEqual(paths(diffRegistrations(other, one)))
    }),
  )
})
