import { expect, test } from 'vitest'
import { actOfVerb, permissionOf, type Verb } from './actor.ts'

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
