import type { ApiScope } from './api-key.ts'
import type { MemberAction } from './membership.ts'

/**
 * Every act that a request can do, in one table: who may do it, what it asks for first, who is told of it, and what waits.
 * Routes name their act and are checked against this table before anything is done (`app/guarded.ts`,
 * `services/merchant/actor.ts`); a test walks the route tree and finds a route without one.
 *
 * Acts that lead to money or control require fresh authentication. Acts that only withdraw a right, which can be granted
 * again, do not: whoever notices something wrong can stop it at once
 * (docs/decisions/2026-11-22-a-new-owners-account-waits-a-day.md).
 */

export type Act = {
  /** For an organisation: what a member's role must allow (`membership.ts`). */
  readonly role?: MemberAction
  /** Required scope of an API key; absent: no key may. */
  readonly scope?: ApiScope
  /**
   * `fresh`: a password or passkey was given in the last five minutes (C24); checked by the route's wrapper. `fresh_when`: the
   * same in the case that `why` names; checked by the service, which alone can tell. Not required of an API key, whose
   * creator gave the password. `key`: API keys only. `nothing`: a session at most; `why` says why it is harmless.
   */
  readonly asks: 'fresh' | 'fresh_when' | 'key' | 'nothing'
  /**
   * Who gets a mail: every owner of the organisation; the owners if the act makes, names or removes one; the person
   * whose account it is; whoever the act invites or pays, as part of it; or nobody, with an audit event only.
   */
  readonly tells: 'owners' | 'owners_of_owners' | 'person' | 'addressee' | 'nobody'
  /** `new_owner`: takes effect a day later if a new owner does it (`beneficiary-change.ts`). */
  readonly pause?: 'new_owner'
  /**
   * Absent: requires a confirmed mail address, because until then the account may be a stranger's who typed somebody's address; checked
   * by the route's wrapper. `proven`: the act brings its proof, the link of a mail; checked by the service. `any`: neither, and `why` says
   * why it gives nobody anything.
   */
  readonly address?: 'proven' | 'any'
  readonly why: string
}

export const acts = {
  // Who belongs to an organisation.
  'member.invite': {
    role: 'members.write',
    asks: 'fresh',
    tells: 'owners_of_owners',
    why: 'An invitation gives somebody a role, up to owner.',
  },
  'member.join': {
    asks: 'fresh',
    tells: 'owners_of_owners',
    address: 'proven',
    why: 'Whoever accepts may hold the organisation from then on.',
  },
  'member.role': {
    role: 'members.write',
    asks: 'fresh',
    tells: 'owners_of_owners',
    why: 'A role is power over payments, up to ownership.',
  },
  'member.remove': {
    role: 'members.write',
    asks: 'fresh',
    tells: 'owners_of_owners',
    why: 'Whoever removes the others holds the organisation alone.',
  },
  'member.leave': {
    role: 'members.read',
    asks: 'fresh',
    tells: 'owners_of_owners',
    why: 'Leaving gives control away for good.',
  },
  'invitation.revoke': {
    role: 'members.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Takes power away before anybody has it; another can be sent.',
  },
  'organisation.create': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'A new organisation has no money and one member.',
  },
  'organisation.choose': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Which of their own organisations a person looks at.',
  },
  'organisation.change': {
    role: 'settings.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Names and addresses; where money goes is another act.',
  },

  // Before an organisation may take live payments.
  'activation.representative': {
    role: 'settings.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'A name and a role, which an operator may ask about.',
  },
  'activation.document': {
    role: 'settings.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'A document that only operators read; what a decision was based on cannot be removed.',
  },
  'activation.verify': {
    role: 'beneficiary.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Asks the account’s bank, within limits on names and accounts; changes nothing.',
  },
  'activation.ask': {
    role: 'beneficiary.write',
    asks: 'fresh',
    tells: 'owners',
    why: 'Real money can be asked for once it is granted.',
  },

  // Where an organisation’s money goes, and who is notified.
  'beneficiary.change': {
    role: 'beneficiary.write',
    asks: 'fresh',
    tells: 'owners',
    pause: 'new_owner',
    why: 'Every new payment goes to this account.',
  },
  'beneficiary.verify': {
    role: 'beneficiary.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Asks the account’s bank, within limits on names and accounts; changes nothing.',
  },
  'beneficiary.withdraw': {
    role: 'beneficiary.write',
    asks: 'nothing',
    tells: 'owners',
    why: 'Leaves money where it goes today; must be quick.',
  },
  'return_urls.change': {
    role: 'settings.write',
    asks: 'fresh',
    tells: 'owners',
    why: 'Payers are sent to these addresses.',
  },
  'key.create': {
    role: 'developers.write',
    asks: 'fresh',
    tells: 'owners',
    why: 'A key asks for payments and refunds without a person.',
  },
  'key.change': {
    role: 'developers.write',
    asks: 'fresh',
    tells: 'owners',
    why: 'A key can be used for longer, or from other addresses.',
  },
  'key.revoke': {
    role: 'developers.write',
    asks: 'nothing',
    tells: 'owners',
    why: 'A key that leaked has to end at once; another can be made.',
  },
  'key.take_over': {
    role: 'ownership.write',
    asks: 'fresh',
    tells: 'owners',
    why: 'A key goes on with the rights of an owner, whoever made it.',
  },
  'webhook.create': {
    role: 'developers.write',
    scope: 'webhooks:write',
    asks: 'fresh',
    tells: 'owners',
    why: 'What happens to payments is sent to this address.',
  },
  'webhook.change': {
    role: 'developers.write',
    scope: 'webhooks:write',
    asks: 'fresh',
    tells: 'owners',
    why: 'What happens to payments is sent to another address, or to none.',
  },
  'webhook.delete': {
    role: 'developers.write',
    scope: 'webhooks:write',
    asks: 'fresh',
    tells: 'owners',
    why: 'The shop hears of no payment any more.',
  },
  'webhook.secret': {
    role: 'developers.write',
    scope: 'webhooks:write',
    asks: 'fresh',
    tells: 'owners',
    why: 'Whoever has the secret can tell the shop that it was paid.',
  },
  'webhook.resend': {
    role: 'developers.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'The same message to the same address once more.',
  },
  'webhook.test': {
    role: 'developers.write',
    scope: 'webhooks:write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'A message without content, to an address that was set before.',
  },
  'account.lend': {
    role: 'reconciliation.write',
    asks: 'fresh',
    tells: 'nobody',
    why: 'Members of the organisation see what arrives on a person’s account.',
  },
  'account.take_back': {
    role: 'payments.read',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Consent is taken back as easily as it was given.',
  },

  // Payments of an organisation.
  'refund.send': { role: 'refunds.write', asks: 'fresh', tells: 'nobody', why: 'Money leaves; its bank asks as well.' },
  'refund.create': {
    role: 'refunds.write',
    scope: 'refunds:write',
    asks: 'fresh',
    tells: 'nobody',
    why: 'Prepares a refund, which a person has to authorise at the bank.',
  },
  'refund.withdraw': {
    role: 'refunds.write',
    scope: 'refunds:write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Nothing was sent, and nothing is.',
  },
  'payment.cancel': {
    role: 'payments.write',
    scope: 'payments:write',
    asks: 'fresh',
    tells: 'nobody',
    why: 'An order that was paid is called back at the bank.',
  },
  'payment.withdraw': {
    role: 'payments.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Nobody pays it yet; the payment can be made again.',
  },
  'checkout.create': {
    role: 'payments.write',
    scope: 'payments:write',
    asks: 'key',
    tells: 'nobody',
    why: 'Asks for money for the account that is set elsewhere.',
  },
  'payment.pay': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'any',
    why: 'Anybody may pay; the payer’s bank asks who they are.',
  },
  'link.change': {
    role: 'payments.write',
    scope: 'links:write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Asks for money for the account that is set elsewhere.',
  },
  'link.mail': {
    role: 'payments.write',
    asks: 'nothing',
    tells: 'addressee',
    why: 'A public link, sent to a payer; counted.',
  },
  'invoice.draft': {
    role: 'payments.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Nobody sees a draft, and it can be changed or deleted.',
  },
  'invoice.send': {
    role: 'payments.write',
    asks: 'nothing',
    tells: 'addressee',
    why: 'Asks for money for the account that is set elsewhere; counted.',
  },
  'invoice.credit': {
    role: 'payments.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Takes back what was asked for; money that was paid goes back by a refund only.',
  },
  'invoice.settings': {
    role: 'settings.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'How later invoices are numbered, and what they say about the seller.',
  },
  'credit.match': {
    role: 'reconciliation.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Says which order a credit belongs to; can be undone.',
  },
  'credit.read': {
    role: 'reconciliation.write',
    asks: 'nothing',
    tells: 'nobody',
    why: 'Reads what the consent allows.',
  },

  // Transfers of a person.
  'transfer.draft': { asks: 'nothing', tells: 'nobody', why: 'Keeps what was typed; nothing is sent.' },
  'transfer.send': {
    asks: 'fresh_when',
    tells: 'nobody',
    why: 'The first transfer to an IBAN; the bank asks each time.',
  },
  'transfer.again': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'The order that was agreed to before, after a try that moved nothing.',
  },
  'transfer.cancel': {
    asks: 'fresh',
    tells: 'nobody',
    why: 'A transfer that is under way is called back at the bank.',
  },
  'transfer.withdraw': { asks: 'nothing', tells: 'nobody', why: 'Nobody agreed to it at the bank yet.' },
  'payee.verify': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Asks the payee’s bank, within limits on names and accounts; moves nothing.',
  },
  'payee.add': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'The first transfer to an IBAN asks, whatever stands in the book.',
  },
  'payee.change': {
    asks: 'fresh',
    tells: 'nobody',
    why: 'Another IBAN under a name that is trusted takes the next transfer.',
  },
  'payee.remove': { asks: 'nothing', tells: 'nobody', why: 'Can be added again; transfers stay.' },

  // A person, their sessions and stored data.
  'session.open': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'any',
    why: 'Asks for the password itself; tries are counted.',
  },
  'session.reauthenticate': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'any',
    why: 'Asks for the password itself; tries are counted.',
  },
  'session.close': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'any',
    why: 'Takes power away; signing in gives it back.',
  },
  'account.create': {
    asks: 'nothing',
    tells: 'addressee',
    address: 'any',
    why: 'A new account has nothing in it; tries are counted.',
  },
  'email.verify': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'proven',
    why: 'Asks for the link that was mailed there, good once.',
  },
  'email.verify_ask': {
    asks: 'nothing',
    tells: 'addressee',
    address: 'any',
    why: 'The same link to the same address; counted.',
  },
  'name.change': { asks: 'nothing', tells: 'nobody', why: 'How we address somebody.' },
  'email.change_confirm': {
    asks: 'nothing',
    tells: 'person',
    why: 'Asks for the link that was mailed there, good once.',
  },
  'email.change': { asks: 'fresh', tells: 'person', why: 'Whoever has the address can have the account.' },
  'passkey.add': { asks: 'fresh', tells: 'person', why: 'Whoever has the passkey signs in with it.' },
  'passkey.remove': { asks: 'fresh', tells: 'person', why: 'The person may have no other way in.' },
  'passkey.rename': { asks: 'nothing', tells: 'nobody', why: 'A word for oneself.' },
  'second_factor.add': { asks: 'fresh', tells: 'person', why: 'Whoever has the application is asked for at sign-in.' },
  'second_factor.remove': { asks: 'fresh', tells: 'person', why: 'The password alone signs in again.' },
  'second_factor.codes': { asks: 'fresh', tells: 'person', why: 'Each code stands for the application once.' },
  'second_factor.put_away': { asks: 'nothing', tells: 'nobody', why: 'Codes that were shown are shown no more.' },
  'password.change': { asks: 'fresh', tells: 'person', why: 'Whoever sets the password has the account.' },
  'password.reset': {
    asks: 'nothing',
    tells: 'person',
    address: 'proven',
    why: 'Asks for the link that was mailed there, good once.',
  },
  'password.reset_ask': {
    asks: 'nothing',
    tells: 'addressee',
    address: 'any',
    why: 'A link to the address of an account alone; counted.',
  },
  'account.erase': { asks: 'fresh', tells: 'owners_of_owners', address: 'any', why: 'Nothing brings it back.' },
  'export.everything': { asks: 'fresh', tells: 'nobody', why: 'All that is known about a person in one file.' },
  'preferences.change': { asks: 'nothing', tells: 'nobody', address: 'any', why: 'Language and appearance.' },
  'mail_wish.change': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Reminders only; who may do what is told whatever is wished.',
  },
  'summary.stop': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'any',
    why: 'Asks for the proof in the address that was mailed; ends a mail, which the settings turn on again.',
  },
  'notice.dismiss': { asks: 'nothing', tells: 'nobody', why: 'Puts a notice away that was read.' },
  'filing.change': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Categories, rules and imported rows: how one’s own books look.',
  },
  preview: { asks: 'nothing', tells: 'nobody', why: 'Says what would come of something, and keeps nothing.' },

  // Linked banks, and what is read there. The bank authenticates the person before granting anything.
  'connection.link': { asks: 'nothing', tells: 'nobody', why: 'The bank asks who they are before it grants anything.' },
  'connection.refresh': { asks: 'nothing', tells: 'nobody', why: 'Reads what the consent allows.' },
  'connection.holder': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Says whether an access under another name is the person’s own; changes nothing that is read.',
  },
  'connection.disconnect': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Consent is taken back as easily as it was given.',
  },
  'consent.send': {
    asks: 'nothing',
    tells: 'nobody',
    why: 'Of accounts that the bank granted already, for the same person.',
  },
  'fallback.open': { asks: 'nothing', tells: 'nobody', why: 'Leads to the bank’s own pages, which ask who they are.' },

  // A household.
  'household.invite': {
    asks: 'fresh',
    tells: 'addressee',
    why: 'Who joins can be shown accounts, also after this session.',
  },
  'household.withdraw': { asks: 'nothing', tells: 'nobody', why: 'Takes power away before anybody has it.' },
  'household.answer': {
    asks: 'nothing',
    tells: 'nobody',
    address: 'proven',
    why: 'Joining shows nobody anything.',
  },
  'household.share': { asks: 'fresh_when', tells: 'nobody', why: 'More of an account than was shown before.' },
  'household.share_end': { asks: 'nothing', tells: 'nobody', why: 'Takes power away; can be given again.' },
  'household.leave': { asks: 'nothing', tells: 'nobody', why: 'Takes power away; nothing of anybody is lost.' },

  // Operators: every act is recorded in the audit trail.
  'operator.banks': { asks: 'fresh', tells: 'nobody', why: 'Says at which addresses a bank is.' },
  'operator.fallback': { asks: 'fresh', tells: 'nobody', why: 'Lets people be led past a bank’s interface.' },
  'operator.certificates': { asks: 'fresh', tells: 'nobody', why: 'The keys that speak for all.' },
  'operator.revoked': { asks: 'fresh', tells: 'nobody', why: 'Says which certificates of banks are refused.' },
  'operator.announcement': { asks: 'fresh', tells: 'nobody', why: 'Tells everybody what does not work.' },
  'operator.registrations': { asks: 'fresh', tells: 'nobody', why: 'Who we are at a bank.' },
  'operator.agents': { asks: 'fresh', tells: 'nobody', why: 'Who may act through us at a bank.' },
  'operator.activation': { asks: 'fresh', tells: 'owners', why: 'Lets a merchant ask for real money, or not.' },
  'operator.suspension': {
    asks: 'fresh',
    tells: 'owners',
    why: 'Stops a merchant’s new payments, or lets them go on.',
  },
  'operator.limits': { asks: 'fresh', tells: 'owners', why: 'Says how much a merchant may take.' },
  'operator.audit_check': { asks: 'nothing', tells: 'nobody', why: 'Reads the audit trail.' },
} as const satisfies Readonly<Record<string, Act>>

export type ActName = keyof typeof acts

/** The row of an act: what it requires, whom it notifies, what is delayed. */
export function actOf(name: ActName): Act {
  return acts[name]
}
