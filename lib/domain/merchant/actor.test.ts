import { expect, test } from 'vitest'
import { actOfVerb, permissionOf, scopesOfRole, type Verb } from './actor.ts'
import { apiScopes } from './api-key.ts'
import { memberRoles } from './membership.ts'

test.each<[Verb, ReturnType<typeof permissionOf>]>([
  ['payment.read', { role: 'payments.read', scope: 'payments:read' }],
  ['payment.export', { role: 'exports.read' }],
  ['payment.cancel_check', { role: 'payments.write' }],
  ['link.read', { role: 'payments.read', scope: 'links:read' }],
  ['refund.offer', { role: 'refunds.write' }],
  ['refund.read', { role: 'payments.read', scope: 'refunds:read' }],
  ['reconciliation.read', { role: 'payments.read' }],
  ['reconciliation.export', { role: 'exports.read' }],
  ['webhook.read', { role: 'developers.read', scope: 'webhooks:read' }],
  ['event.read', { role: 'developers.read', scope: 'events:read' }],
  ['key.read', { role: 'developers.read' }],
  ['member.read', { role: 'members.read' }],
  ['organisation.read', { role: 'members.read' }],
])('%s only reads: a role, and a scope where a key may', (verb, permission) => {
  expect(permissionOf(verb)).toEqual(permission)
  expect(actOfVerb(verb)).toBeNull()
})

test('a change is an act, with the role and the scope of the table', () => {
  expect(actOfVerb('refund.create')).toBe('refund.create')
  expect(permissionOf('refund.create')).toMatchObject({ role: 'refunds.write', scope: 'refunds:write' })
})

/** Every role × every scope: x may. */
const table = `
                owner admin developer accountant viewer
payments:read   x     x     x         x          x
payments:write  x     x     x         x          .
links:read      x     x     x         x          x
links:write     x     x     x         x          .
refunds:read    x     x     x         x          x
refunds:write   x     x     .         x          .
webhooks:read   x     x     x         .          .
webhooks:write  x     x     x         .          .
events:read     x     x     x         .          .
`
const [head = '', ...rows] = table.trim().split('\n')
const roles = head.trim().split(/\s+/)
const cells = rows.map(row => row.trim().split(/\s+/))

test('the table of scopes is whole', () => {
  expect(roles).toEqual([...memberRoles])
  expect(cells.map(([scope]) => scope)).toEqual([...apiScopes])
})

test.each(memberRoles)('a key of a %s has no scope beyond the role', role => {
  const expected = cells.filter(([, ...marks]) => marks[roles.indexOf(role)] === 'x').map(([scope]) => scope)
  expect(scopesOfRole(role)).toEqual(expected)
})
