import { expect, test } from 'vitest'
import { eventTypeOf, isWanted, isWebhookEventType, organisationEventOf } from './event.ts'

test.each([
  ['everything, by an empty list', [], 'payment.executed', true],
  ['what is listed', ['payment.executed', 'refund.executed'], 'payment.executed', true],
  ['nothing else', ['refund.executed'], 'payment.executed', false],
  ['a try by hand, whatever is listed', ['payment.executed'], 'endpoint.test', true],
] as const)('an endpoint gets %s', (_, wanted, type, gets) => expect(isWanted(wanted, type)).toBe(gets))

test('a refund has events of its own', () => {
  expect([eventTypeOf('refund', 'executed'), eventTypeOf('checkout', 'executed')]).toEqual([
    'refund.executed',
    'payment.executed',
  ])
})

test.each([
  ['organisation.changed', 'organisation.changed'],
  ['organisation.suspended', 'organisation.suspended'],
  ['organisation.resumed', 'organisation.resumed'],
  ['activation.approved', 'organisation.activated'],
  ['activation.restored', 'organisation.activated'],
  ['activation.paused', 'organisation.activation_paused'],
  ['activation.declined', 'organisation.activation_declined'],
  ['activation.asked', null],
  ['api_key.created', null],
])('the act %s is reported as %s', (action, type) => expect(organisationEventOf(action)).toBe(type))

test('a type that is stored no more is not known', () => {
  expect([isWebhookEventType('payment.executed'), isWebhookEventType('payment.lost')]).toEqual([true, false])
})
