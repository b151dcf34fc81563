import { type ApiScope, apiScopes } from '#lib/domain/merchant/api-key.ts'
import { type MemberAction, type MemberRole, may } from '#lib/domain/merchant/membership.ts'

/**
 * Everything that a request can do: who may, what it asks for first, and what waits. What leads to money or control requires a fresh
 * password; what only withdraws a right does not, so that whoever notices something wrong can stop it at once.
 */
export type Act = {
  /** For an organisation: what a member's role must allow (`membership.ts`). Absent: a person's own, or an operator's. */
  readonly role?: MemberAction
  /** Required scope of an API key; absent: no key may. */
  readonly scope?: ApiScope
  /** No member may, only an API key. */
  readonly keyOnly?: true
  /** Changes nothing: no fresh password, no confirmed address. */
  readonly reads?: true
  /**
   * `always`: a password or passkey was given in the last five minutes (C24). `sometimes`: the same in the case that `why` names, which
   * the service checks. Not required of an API key, whose creator gave the password.
   */
  readonly freshPassword?: 'always' | 'sometimes'
  /** `new_owner`: takes effect a day later if a new owner does it (`beneficiary-change.ts`). */
  readonly delay?: 'new_owner'
  /**
   * Absent: requires a confirmed mail address, because until then the account may be a stranger's who typed somebody's address.
   * `proven`: the act brings its proof, the link of a mail, which the service checks. `any`: neither; `why` says why that is harmless.
   */
  readonly address?: 'proven' | 'any'
  readonly why?: string
}

export const acts = {
  // What can be read of an organisation. What a person reads is their own.
  'payment.read': { reads: true, role: 'payments.read', scope: 'payments:read' },
  'payment.export': { reads: true, role: 'exports.read' },
  'payment.cancel_check': { reads: true, role: 'payments.write', why: 'Whether the bank would cancel it.' },
  'bank.read': { reads: true, role: 'payments.read', scope: 'payments:read', why: 'The banks that payers can choose.' },
  'invoice.read': { reads: true, role: 'payments.read', scope: 'invoices:read' },
  'invoice.export': { reads: true, role: 'exports.read' },
  'link.read': { reads: true, role: 'payments.read', scope: 'links:read' },
  'refund.offer': { reads: true, role: 'refunds.write', why: 'The refundable amount of a payment.' },
  'refund.read': { reads: true, role: 'payments.read', scope: 'refunds:read' },
  'reconciliation.read': { reads: true, role: 'payments.read', scope: 'books:read' },
  'reconciliation.export': { reads: true, role: 'exports.read' },
  'settlement.read': { reads: true, role: 'payments.read', scope: 'books:read' },
  'settlement.export': { reads: true, role: 'exports.read' },
  'till.read': { reads: true, role: 'till.write', why: 'What was sold at the till today.' },
  'webhook.read': { reads: true, role: 'developers.read', scope: 'webhooks:read' },
  'event.read': { reads: true, role: 'developers.read', scope: 'events:read' },
  'key.read': { reads: true, role: 'developers.read' },
  'member.read': { reads: true, role: 'members.read' },
  'organisation.read': { reads: true, role: 'members.read' },
  'activation.read': { reads: true, role: 'members.read' },

  // Who belongs to an organisation.
  'member.invite': {
    role: 'members.write',
    freshPassword: 'always',
    why: 'An invitation gives somebody a role, up to owner.',
  },
  'member.join': {
    freshPassword: 'always',
    address: 'proven',
    why: 'Whoever accepts may hold the organisation from then on.',
  },
  'member.role': {
    role: 'members.write',
    freshPassword: 'always',
    why: 'A role is power over payments, up to ownership.',
  },
  'member.remove': {
    role: 'members.write',
    freshPassword: 'always',
    why: 'Whoever removes the others holds the organisation alone.',
  },
  'member.leave': {
    role: 'members.read',
    freshPassword: 'always',
    why: 'Leaving gives control away for good.',
  },
  'invitation.revoke': { role: 'members.write', why: 'Takes power away before anybody has it; another can be sent.' },
  'organisation.create': { why: 'A new organisation has no money and one member.' },
  'organisation.choose': { why: 'Which of their own organisations a person looks at.' },
  'organisation.change': { role: 'settings.write', why: 'Names and addresses; where money goes is another act.' },

  // Before an organisation may take live payments.
  'activation.representative': { role: 'settings.write', why: 'A name and a role, which an operator may ask about.' },
  'activation.business': {
    role: 'settings.write',
    why: 'What it sells and who owns it, which an operator may ask about.',
  },
  'activation.contract': {
    role: 'beneficiary.write',
    why: 'Agrees to our terms and fees; kept with who did, and ended at any time.',
  },
  'activation.document': {
    role: 'settings.write',
    why: 'A document that only operators read; what a decision was based on cannot be removed.',
  },
  'activation.verify': {
    role: 'beneficiary.write',
    why: 'Asks the account’s bank, within limits on names and accounts; changes nothing.',
  },
  'activation.ask': {
    role: 'beneficiary.write',
    freshPassword: 'always',
    why: 'Real money can be asked for once it is granted.',
  },
  'activation.limits': { role: 'beneficiary.write', why: 'Asks an operator, who decides; changes nothing.' },

  // Where an organisation’s money goes, and who is notified.
  'beneficiary.change': {
    role: 'beneficiary.write',
    freshPassword: 'always',
    delay: 'new_owner',
    why: 'Every new payment goes to this account.',
  },
  'beneficiary.verify': {
    role: 'beneficiary.write',
    why: 'Asks the account’s bank, within limits on names and accounts; changes nothing.',
  },
  'beneficiary.withdraw': {
    role: 'beneficiary.write',
    why: 'Leaves money where it goes today; must be quick.',
  },
  'return_urls.change': {
    role: 'settings.write',
    freshPassword: 'always',
    why: 'Payers are sent to these addresses.',
  },
  'key.create': {
    role: 'developers.write',
    freshPassword: 'always',
    why: 'A key asks for payments and refunds without a person.',
  },
  'key.change': {
    role: 'developers.write',
    freshPassword: 'always',
    why: 'A key can be used for longer, or from other addresses.',
  },
  'key.revoke': {
    role: 'developers.write',
    why: 'A key that leaked has to end at once; another can be made.',
  },
  'key.take_over': {
    role: 'ownership.write',
    freshPassword: 'always',
    why: 'A key goes on with the rights of an owner, whoever made it.',
  },
  'webhook.create': {
    role: 'developers.write',
    scope: 'webhooks:write',
    freshPassword: 'always',
    why: 'What happens to payments is sent to this address.',
  },
  'webhook.change': {
    role: 'developers.write',
    scope: 'webhooks:write',
    freshPassword: 'always',
    why: 'What happens to payments is sent to another address, or to none.',
  },
  'webhook.delete': {
    role: 'developers.write',
    scope: 'webhooks:write',
    freshPassword: 'always',
    why: 'The shop hears of no payment any more.',
  },
  'webhook.secret': {
    role: 'developers.write',
    scope: 'webhooks:write',
    freshPassword: 'always',
    why: 'Whoever has the secret can tell the shop that it was paid.',
  },
  'webhook.resend': { role: 'developers.write', why: 'The same message to the same address once more.' },
  'webhook.test': {
    role: 'developers.write',
    scope: 'webhooks:write',
    why: 'A message without content, to an address that was set before.',
  },
  'account.lend': {
    role: 'reconciliation.write',
    freshPassword: 'always',
    why: 'Members of the organisation see what arrives on a person’s account.',
  },
  'account.take_back': { role: 'payments.read', why: 'Consent is taken back as easily as it was given.' },

  // Payments of an organisation.
  'refund.send': { role: 'refunds.write', freshPassword: 'always', why: 'Money leaves; its bank asks as well.' },
  'refund.create': {
    role: 'refunds.write',
    scope: 'refunds:write',
    freshPassword: 'always',
    why: 'Prepares a refund, which a person has to authorise at the bank.',
  },
  'refund.withdraw': { role: 'refunds.write', scope: 'refunds:write', why: 'Nothing was sent, and nothing is.' },
  'payment.cancel': {
    role: 'payments.write',
    scope: 'payments:write',
    freshPassword: 'always',
    why: 'An order that was paid is called back at the bank.',
  },
  'payment.withdraw': { role: 'payments.write', why: 'Nobody pays it yet; the payment can be made again.' },
  'checkout.create': {
    role: 'payments.write',
    scope: 'payments:write',
    keyOnly: true,
    why: 'Asks for money for the account that is set elsewhere.',
  },
  'payment.simulate': {
    role: 'payments.write',
    scope: 'payments:write',
    keyOnly: true,
    why: 'In test mode alone, where there is no money.',
  },
  'payment.pay': { address: 'any', why: 'Anybody may pay; the payer’s bank asks who they are.' },
  'till.sell': { role: 'till.write', why: 'Asks for money for the account that is set elsewhere.' },
  'till.cancel': { role: 'till.write', why: 'A sale of today that nobody pays yet; it can be made again.' },
  'link.change': {
    role: 'payments.write',
    scope: 'links:write',
    why: 'Asks for money for the account that is set elsewhere.',
  },
  'link.mail': { role: 'payments.write', why: 'A public link, sent to a payer; counted.' },
  'invoice.draft': { role: 'payments.write', why: 'Nobody sees a draft, and it can be changed or deleted.' },
  'invoice.send': {
    role: 'payments.write',
    why: 'Asks for money for the account that is set elsewhere; counted.',
  },
  'invoice.credit': {
    role: 'payments.write',
    why: 'Takes back what was asked for; money that was paid goes back by a refund only.',
  },
  'invoice.settings': {
    role: 'settings.write',
    why: 'How later invoices are numbered, and what they say about the seller.',
  },
  'books.accounts': { role: 'reconciliation.write', why: 'Which account numbers later exports name; moves nothing.' },
  'credit.match': { role: 'reconciliation.write', why: 'Says which order a credit belongs to; can be undone.' },
  'credit.read': { role: 'reconciliation.write', why: 'Reads what the consent allows.' },

  // Transfers of a person.
  'transfer.draft': { why: 'Keeps what was typed; nothing is sent.' },
  'transfer.send': { freshPassword: 'sometimes', why: 'The first transfer to an IBAN; the bank asks each time.' },
  'transfer.again': { why: 'The order that was agreed to before, after a try that moved nothing.' },
  'transfer.cancel': { freshPassword: 'always', why: 'A transfer that is under way is called back at the bank.' },
  'transfer.withdraw': { why: 'Nobody agreed to it at the bank yet.' },
  'payee.verify': { why: 'Asks the payee’s bank, within limits on names and accounts; moves nothing.' },
  'payee.add': { why: 'The first transfer to an IBAN asks, whatever stands in the book.' },
  'payee.change': {
    freshPassword: 'always',
    why: 'Another IBAN under a name that is trusted takes the next transfer.',
  },
  'payee.remove': { why: 'Can be added again; transfers stay.' },

  // A person, their sessions and stored data.
  'session.open': { address: 'any', why: 'Asks for the password itself; tries are counted.' },
  'session.reauthenticate': { address: 'any', why: 'Asks for the password itself; tries are counted.' },
  'session.close': { address: 'any', why: 'Takes power away; signing in gives it back.' },
  'account.create': {
    address: 'any',
    why: 'A new account has nothing in it; tries are counted.',
  },
  'email.verify': { address: 'proven', why: 'Asks for the link that was mailed there, good once.' },
  'email.verify_ask': { address: 'any', why: 'The same link to the same address; counted.' },
  'name.change': { why: 'How we address somebody.' },
  'email.change_confirm': { why: 'Asks for the link that was mailed there, good once.' },
  'email.change': { freshPassword: 'always', why: 'Whoever has the address can have the account.' },
  'email.restore': {
    address: 'proven',
    why: 'Asks for the link that was mailed to the old address; gives the account back to whoever had it.',
  },
  'passkey.add': { freshPassword: 'always', why: 'Whoever has the passkey signs in with it.' },
  'passkey.remove': { freshPassword: 'always', why: 'The person may have no other way in.' },
  'passkey.rename': { why: 'A word for oneself.' },
  'second_factor.add': {
    freshPassword: 'always',
    why: 'Whoever has the application is asked for at sign-in.',
  },
  'second_factor.remove': { freshPassword: 'always', why: 'The password alone signs in again.' },
  'second_factor.codes': {
    freshPassword: 'always',
    why: 'Each code stands for the application once.',
  },
  'second_factor.put_away': { why: 'Codes that were shown are shown no more.' },
  'password.change': { freshPassword: 'always', why: 'Whoever sets the password has the account.' },
  'password.reset': {
    address: 'proven',
    why: 'Asks for the link that was mailed there, good once.',
  },
  'password.reset_ask': {
    address: 'any',
    why: 'A link to the address of an account alone; counted.',
  },
  'account.erase': {
    freshPassword: 'always',
    address: 'any',
    why: 'Nothing brings it back.',
  },
  'export.everything': { freshPassword: 'always', why: 'All that is known about a person in one file.' },
  'preferences.change': { address: 'any', why: 'Language and appearance.' },
  'mail_wish.change': { why: 'Reminders only; who may do what is told whatever is wished.' },
  'alerts.change': { why: 'What one is told of one’s own accounts.' },
  'push.change': { why: 'Whether this browser shows alerts; without amounts unless the settings say so.' },
  'summary.stop': {
    address: 'any',
    why: 'Asks for the proof in the address that was mailed; ends a mail, which the settings turn on again.',
  },
  'notice.dismiss': { why: 'Puts a notice away that was read.' },
  'filing.change': { why: 'Categories, rules and imported rows: how one’s own books look.' },
  'account.arrange': { why: 'Own names, order and values; only a shared account’s name is seen by another.' },
  preview: { why: 'Says what would come of something, and keeps nothing.' },

  // Linked banks, and what is read there. The bank authenticates the person before granting anything.
  'connection.link': { why: 'The bank asks who they are before it grants anything.' },
  'connection.refresh': { why: 'Reads what the consent allows.' },
  'connection.holder': {
    why: 'Says whether an access under another name is the person’s own; changes nothing that is read.',
  },
  'connection.disconnect': { why: 'Consent is taken back as easily as it was given.' },
  'consent.send': { why: 'Of accounts that the bank granted already, for the same person.' },
  'fallback.open': { why: 'Leads to the bank’s own pages, which ask who they are.' },

  // A household.
  'household.invite': {
    freshPassword: 'always',
    why: 'Who joins can be shown accounts, also after this session.',
  },
  'household.withdraw': { why: 'Takes power away before anybody has it.' },
  'household.answer': { address: 'proven', why: 'Joining shows nobody anything.' },
  'household.share': { freshPassword: 'sometimes', why: 'More of an account than was shown before.' },
  'household.share_end': { why: 'Takes power away; can be given again.' },
  'household.leave': { why: 'Takes power away; nothing of anybody is lost.' },

  // Programs that a person lets read accounts.
  'app.propose': { why: 'Keeps a choice for its review; shows nobody anything.' },
  'app.allow': {
    freshPassword: 'sometimes',
    why: 'More of an account than was allowed before, or for longer, also after this session.',
  },
  'app.setup': { freshPassword: 'always', why: 'Whoever has the setup token reads what was allowed.' },
  'app.claim': { address: 'any', why: 'Asks for the setup token, good once; a second use ends the access.' },
  'app.register': { address: 'any', why: 'A program names itself; it can do nothing before a person agrees; counted.' },
  'app.give_up': { address: 'any', why: 'Asks for a token of the access, which it ends.' },
  'app.ask': { address: 'any', why: 'Reads what the token’s app may read; changes nothing.' },
  'app.webhook': { address: 'any', why: 'Asks for the token; the address hears ids of accounts that it may read.' },
  'app.refresh': { address: 'any', why: 'Asks for the token; reads what the consent allows, within the bank’s quota.' },
  'app.end': { why: 'Takes power away; can be given again.' },

  // Operators: every act is recorded in the audit trail.
  'operator.banks': { freshPassword: 'always', why: 'Says at which addresses a bank is.' },
  'operator.fallback': { freshPassword: 'always', why: 'Lets people be led past a bank’s interface.' },
  'operator.certificates': { freshPassword: 'always', why: 'The keys that speak for all.' },
  'operator.revoked': { freshPassword: 'always', why: 'Says which certificates of banks are refused.' },
  'operator.announcement': { freshPassword: 'always', why: 'Tells everybody what does not work.' },
  'operator.registrations': { freshPassword: 'always', why: 'Who we are at a bank.' },
  'operator.agents': { freshPassword: 'always', why: 'Who may act through us at a bank.' },
  'operator.activation': {
    freshPassword: 'always',
    why: 'Lets a merchant ask for real money, or not.',
  },
  'operator.suspension': {
    freshPassword: 'always',
    why: 'Stops a merchant’s new payments, or lets them go on.',
  },
  'operator.apps': {
    freshPassword: 'always',
    why: 'Stops an app for everybody, lets it go on, or says how often it may ask.',
  },
  'operator.limits': { freshPassword: 'always', why: 'Says how much a merchant may take.' },
  'operator.audit_check': { why: 'Reads the audit trail.' },
} as const satisfies Readonly<Record<string, Act>>

type Acts = typeof acts
type NamesOf<Wanted> = { [Name in keyof Acts]: Acts[Name] extends Wanted ? Name : never }[keyof Acts]

export type ActName = keyof Acts
/** Everything that can be read or done for an organisation. */
export type Verb = NamesOf<{ readonly role: MemberAction }>
/** What an API key can be allowed. */
export type KeyVerb = NamesOf<{ readonly role: MemberAction; readonly scope: ApiScope }>

/** The row of an act. */
export function actOf(name: Verb): Act & { readonly role: MemberAction }
export function actOf(name: ActName): Act
export function actOf(name: ActName): Act {
  return acts[name]
}

/** The scopes that a key can have while its holder has a role: none allows what the role does not. */
export function scopesOfRole(role: MemberRole): readonly ApiScope[] {
  const rows = Object.values<Act>(acts)
  const allows = (wanted?: MemberAction) => wanted !== undefined && may(role, wanted)
  return apiScopes.filter(scope => rows.every(row => row.scope !== scope || allows(row.role)))
}
