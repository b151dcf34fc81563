import { expect, test } from 'vitest'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { may, memberRoles } from '#lib/domain/merchant/membership.ts'
import { type Act, type ActName, actOf, acts, scopesOfRole } from './acts.ts'

/**
 * Who may do what, to read (C53): owner, admin, developer, accountant (c), viewer; then what else the act asks for. Routes are held to the
 * rows of `acts` by `app/guarded.test.ts` and `app/(merchant)/roles.test.ts`; this holds the rows.
 */
const policy = `
  payment.read              oadcv  reads payments:read
  payment.export            oac    reads
  payment.cancel_check      oadc   reads
  bank.read                 oadcv  reads payments:read
  invoice.read              oadcv  reads
  link.read                 oadcv  reads links:read
  refund.offer              oac    reads
  refund.read               oadcv  reads refunds:read
  reconciliation.read       oadcv  reads
  reconciliation.export     oac    reads
  settlement.read           oadcv  reads
  settlement.export         oac    reads
  webhook.read              oad    reads webhooks:read
  event.read                oad    reads events:read
  key.read                  oad    reads
  member.read               oadcv  reads
  organisation.read         oadcv  reads
  activation.read           oadcv  reads
  member.invite             oa     always owners_of_owners
  member.join               -      always owners_of_owners proven
  member.role               oa     always owners_of_owners
  member.remove             oa     always owners_of_owners
  member.leave              oadcv  always owners_of_owners
  invitation.revoke         oa
  organisation.create       -
  organisation.choose       -
  organisation.change       oa
  activation.representative oa
  activation.document       oa
  activation.verify         o
  activation.ask            o      always owners
  beneficiary.change        o      always owners new_owner
  beneficiary.verify        o
  beneficiary.withdraw      o      owners
  return_urls.change        oa     always owners
  key.create                oad    always owners
  key.change                oad    always owners
  key.revoke                oad    owners
  key.take_over             o      always owners
  webhook.create            oad    always webhooks:write owners
  webhook.change            oad    always webhooks:write owners
  webhook.delete            oad    always webhooks:write owners
  webhook.secret            oad    always webhooks:write owners
  webhook.resend            oad
  webhook.test              oad    webhooks:write
  account.lend              oac    always
  account.take_back         oadcv
  refund.send               oac    always
  refund.create             oac    always refunds:write
  refund.withdraw           oac    refunds:write
  payment.cancel            oadc   always payments:write
  payment.withdraw          oadc
  checkout.create           oadc   keyOnly payments:write
  payment.pay               -      any
  link.change               oadc   links:write
  link.mail                 oadc   addressee
  invoice.draft             oadc
  invoice.send              oadc   addressee
  invoice.credit            oadc
  invoice.settings          oa
  credit.match              oac
  credit.read               oac
  transfer.draft            -
  transfer.send             -      sometimes
  transfer.again            -
  transfer.cancel           -      always
  transfer.withdraw         -
  payee.verify              -
  payee.add                 -
  payee.change              -      always
  payee.remove              -
  session.open              -      any
  session.reauthenticate    -      any
  session.close             -      any
  account.create            -      addressee any
  email.verify              -      proven
  email.verify_ask          -      addressee any
  name.change               -
  email.change_confirm      -      person
  email.change              -      always person
  email.restore             -      addressee proven
  passkey.add               -      always person
  passkey.remove            -      always person
  passkey.rename            -
  second_factor.add         -      always person
  second_factor.remove      -      always person
  second_factor.codes       -      always person
  second_factor.put_away    -
  password.change           -      always person
  password.reset            -      person proven
  password.reset_ask        -      addressee any
  account.erase             -      always owners_of_owners any
  export.everything         -      always
  preferences.change        -      any
  mail_wish.change          -
  alerts.change             -
  push.change               -
  summary.stop              -      any
  notice.dismiss            -
  filing.change             -
  account.arrange           -
  preview                   -
  connection.link           -
  connection.refresh        -
  connection.holder         -
  connection.disconnect     -
  consent.send              -
  fallback.open             -
  household.invite          -      always addressee
  household.withdraw        -
  household.answer          -      proven
  household.share           -      sometimes
  household.share_end       -
  household.leave           -
  operator.banks            -      always
  operator.fallback         -      always
  operator.certificates     -      always
  operator.revoked          -      always
  operator.announcement     -      always
  operator.registrations    -      always
  operator.agents           -      always
  operator.activation       -      always owners
  operator.suspension       -      always owners
  operator.limits           -      always owners
  operator.audit_check      -
`

const initials = { owner: 'o', admin: 'a', developer: 'd', accountant: 'c', viewer: 'v' } as const
const names = Object.keys(acts).filter((name): name is ActName => Object.hasOwn(acts, name))

function write(name: ActName): string {
  const { role, reads, keyOnly, freshPassword, scope, notifies, delay, address }: Act = actOf(name)
  const roles =
    role === undefined
      ? '-'
      : memberRoles
          .filter(one => may(one, role))
          .map(one => initials[one])
          .join('')
  const more = [reads && 'reads', keyOnly && 'keyOnly', freshPassword, scope, notifies, delay, address]
  return [name, roles, ...more.filter(one => one !== undefined)].join(' ')
}

test('every act asks for what the table says', () => {
  const rows = policy.trim().split('\n')
  expect(names.map(write)).toEqual(rows.map(row => row.trim().replace(/ +/g, ' ')))
})

test('every change says why it asks for what it asks', () => {
  expect(names.filter(name => !actOf(name).reads && !/^[A-Z].+\.$/.test(actOf(name).why ?? ''))).toEqual([])
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
