import { describe, expect, test } from 'vitest'
import { type ActName, actOf, acts } from './guarded-acts.ts'

const names = Object.keys(acts).filter((name): name is ActName => Object.hasOwn(acts, name))
const withThe = (wanted: (act: ReturnType<typeof actOf>) => boolean) => names.filter(name => wanted(actOf(name))).sort()

describe('what leads to money or to control (C53)', () => {
  test('asks for a fresh password or passkey', () => {
    expect(withThe(({ asks }) => asks === 'fresh')).toEqual([
      'account.erase',
      'account.lend',
      'activation.ask',
      'beneficiary.change',
      'email.change',
      'export.everything',
      'household.invite',
      'key.change',
      'key.create',
      'key.take_over',
      'member.invite',
      'member.join',
      'member.leave',
      'member.remove',
      'member.role',
      'operator.activation',
      'operator.agents',
      'operator.announcement',
      'operator.banks',
      'operator.certificates',
      'operator.fallback',
      'operator.limits',
      'operator.registrations',
      'operator.revoked',
      'operator.suspension',
      'passkey.add',
      'passkey.remove',
      'password.change',
      'payee.change',
      'payment.cancel',
      'refund.create',
      'refund.send',
      'return_urls.change',
      'second_factor.add',
      'second_factor.codes',
      'second_factor.remove',
      'transfer.cancel',
      'webhook.change',
      'webhook.create',
      'webhook.delete',
      'webhook.secret',
    ])
    expect(withThe(({ asks }) => asks === 'fresh_when')).toEqual(['household.share', 'transfer.send'])
    expect(withThe(({ asks }) => asks === 'key')).toEqual(['checkout.create'])
  })

  test('is told to every owner, or to those whom it concerns', () => {
    expect(withThe(({ tells }) => tells === 'owners')).toEqual([
      'activation.ask',
      'beneficiary.change',
      'beneficiary.withdraw',
      'key.change',
      'key.create',
      'key.revoke',
      'key.take_over',
      'operator.activation',
      'operator.limits',
      'operator.suspension',
      'return_urls.change',
      'webhook.change',
      'webhook.create',
      'webhook.delete',
      'webhook.secret',
    ])
    expect(withThe(({ tells }) => tells === 'owners_of_owners')).toEqual([
      'account.erase',
      'member.invite',
      'member.join',
      'member.leave',
      'member.remove',
      'member.role',
    ])
    expect(withThe(({ tells }) => tells === 'person')).toEqual([
      'email.change',
      'email.change_confirm',
      'passkey.add',
      'passkey.remove',
      'password.change',
      'password.reset',
      'second_factor.add',
      'second_factor.codes',
      'second_factor.remove',
    ])
    expect(withThe(({ tells }) => tells === 'addressee')).toEqual([
      'account.create',
      'email.verify_ask',
      'household.invite',
      'invoice.send',
      'link.mail',
      'password.reset_ask',
    ])
  })

  test('waits a day when a new owner names another account to be paid to, and nothing else does', () => {
    expect(withThe(({ pause }) => pause === 'new_owner')).toEqual(['beneficiary.change'])
  })

  test('wants a confirmed address, unless the act proves it or gives nobody anything', () => {
    expect(withThe(({ address }) => address === 'proven')).toEqual([
      'email.verify',
      'household.answer',
      'member.join',
      'password.reset',
    ])
    expect(withThe(({ address }) => address === 'any')).toEqual([
      'account.create',
      'account.erase',
      'email.verify_ask',
      'password.reset_ask',
      'payment.pay',
      'preferences.change',
      'session.close',
      'session.open',
      'session.reauthenticate',
      'summary.stop',
    ])
  })
})

test('an API key can do these alone, each with its scope', () => {
  const scopes = names.flatMap(name => (actOf(name).scope ? [[name, actOf(name).scope]] : []))
  expect(Object.fromEntries(scopes)).toEqual({
    'checkout.create': 'payments:write',
    'link.change': 'links:write',
    'payment.cancel': 'payments:write',
    'refund.create': 'refunds:write',
    'refund.withdraw': 'refunds:write',
    'webhook.change': 'webhooks:write',
    'webhook.create': 'webhooks:write',
    'webhook.delete': 'webhooks:write',
    'webhook.secret': 'webhooks:write',
    'webhook.test': 'webhooks:write',
  })
})

test('every act says why it asks for what it asks', () => {
  expect(names.filter(name => !/^[A-Z].+\.$/.test(actOf(name).why))).toEqual([])
})

describe('an act for an organisation names what the member’s role must allow', () => {
  test.each([
    ['members.read', ['member.leave']],
    ['members.write', ['invitation.revoke', 'member.invite', 'member.remove', 'member.role']],
    [
      'settings.write',
      [
        'activation.document',
        'activation.representative',
        'invoice.settings',
        'organisation.change',
        'return_urls.change',
      ],
    ],
    [
      'beneficiary.write',
      ['activation.ask', 'activation.verify', 'beneficiary.change', 'beneficiary.verify', 'beneficiary.withdraw'],
    ],
    [
      'developers.write',
      [
        'key.change',
        'key.create',
        'key.revoke',
        'webhook.change',
        'webhook.create',
        'webhook.delete',
        'webhook.resend',
        'webhook.secret',
        'webhook.test',
      ],
    ],
    ['ownership.write', ['key.take_over']],
    ['payments.read', ['account.take_back']],
    [
      'payments.write',
      [
        'checkout.create',
        'invoice.credit',
        'invoice.draft',
        'invoice.send',
        'link.change',
        'link.mail',
        'payment.cancel',
        'payment.withdraw',
      ],
    ],
    ['refunds.write', ['refund.create', 'refund.send', 'refund.withdraw']],
    ['reconciliation.write', ['account.lend', 'credit.match', 'credit.read']],
  ])('%s', (wanted, expected) => {
    expect(withThe(({ role }) => role === wanted)).toEqual(expected)
  })
})
