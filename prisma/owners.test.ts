import { describe, expect, test } from 'vitest'
import { schemaText } from './read-schema.ts'

/**
 * Which column of every table names the owner of a row, and which keys do not contain that column. These keys must be looked at before
 * tables are distributed by owner; all others contain it already.
 */

const owners = {
  /** A person's rows. */
  userId: [
    'Session',
    'KnownDevice',
    'LinkFlow',
    'LinkHandoff',
    'Connection',
    'Consent',
    'Account',
    'Balance',
    'Transaction',
    'Category',
    'CategoryRule',
    'Budget',
    'CounterpartyName',
    'TransactionImport',
    'ImportClaim',
    'PsuIdentity',
    'QuotaUse',
    'Notice',
    'Payee',
    'Passkey',
    'Totp',
    'RecoveryCode',
    'TransferDraft',
    'HouseholdMember',
    'HouseholdInvitation',
    'AccountShare',
  ],
  /** An organisation's rows. */
  organisationId: [
    'Membership',
    'Invitation',
    'PaymentLink',
    'InvoiceSettings',
    'InvoiceSeries',
    'Invoice',
    'ApiKey',
    'ApiRequest',
    'IdempotentAnswer',
    'WebhookEndpoint',
    'WebhookMessage',
    'WebhookDelivery',
    'WebhookAttempt',
    'IncomingCredit',
    'CreditMatch',
    'CreditNote',
    'OrganisationDocument',
    'OrganisationLogo',
  ],
  /** Rows of a person or of an organisation: `PaymentOrder.ownerKind` says which. */
  ownerId: [
    'PaymentOrder',
    'PaymentAttempt',
    'PaymentInstruction',
    'PaymentEvent',
    'PaymentCancellation',
    'PayeeVerification',
  ],
}

/** Tables that grow or could, and have no owner that every row names. */
const ownerless: Record<string, string> = {
  User: 'is an owner',
  Organisation: 'is an owner',
  Household: 'is shared by its members, who own their rows',
  RateLimit: 'counts addresses and keys too; a row ends with its window',
  MailedLink: 'is also written for an address that no account has, so that the work is the same (C27)',
  PasskeyChallenge: 'is also made for who signs in, of whom nobody knows yet who it is',
  BankCall: 'is also made for nobody: registration, health',
  AuditEvent: 'is also about banks and the system, and outlives the person; its stream says what it is about',
  AuditHead: 'is the end of a stream',
  AuditCheck: 'is about all streams',
  Revocation: 'outlives the person whose tokens are revoked',
  ErasureRecord: 'outlives the person',
  KeptPayment: 'outlives the person, and names nobody',
  Mail: 'is a person’s or an organisation’s, each by its own column, for either ends with its owner',
  ...Object.fromEntries(
    [
      'Bank',
      'BankHealth',
      'BankCertificate',
      'BankLogo',
      'Registration',
      'Agent',
      'CertificateSet',
      'CertificateAlarm',
    ].map(name => [name, 'is ours: as many rows as there are banks or certificates']),
  ),
  RevokedCertificate: 'is the operators’ list',
  Announcement: 'is for everybody',
  WriteProbe: 'is one row',
  RunningProcess: 'is one row for each of our processes',
}

const secret = 'found by a secret, before anybody knows whose it is'
const bankWide = 'unique at the bank, whoever it is for'
/** Keys without the owner's column: `Model.columns`, why. */
const uniqueAlone: Record<string, string> = {
  'Session.tokenHash': secret,
  'Passkey.credentialId': 'found by what an authenticator says, before anybody knows whose it is',
  'LinkFlow.stateHash': secret,
  'LinkHandoff.tokenHash': secret,
  'HouseholdInvitation.tokenHash': secret,
  'Invitation.tokenHash': secret,
  'ApiKey.hash': secret,
  'PaymentLink.slug': secret,
  'PaymentOrder.publicId': secret,
  'Invoice.linkId': 'one invoice for a payment link',
  'PaymentAttempt.reportHash': secret,
  'PaymentAttempt.paymentInformationId': bankWide,
  'PaymentAttempt.requestId': bankWide,
  'PaymentInstruction.endToEndId': bankWide,
  'PaymentOrder.chosenAttemptId': 'one order for an attempt (I1); Prisma has no other one-to-one',
  'LinkHandoff.flowId': 'one handoff for a link flow',
  'TransferDraft.orderId': 'one draft for an order',
}
const primaryAlone: Record<string, string> = {
  'Transaction.accountId,key': 'the account has one owner; the key of every line read is the widest index there is',
  'PsuIdentity.connectionId': 'the connection has one owner',
  'QuotaUse.psu,resource,day': 'counts a login at the bank, whoever of ours linked it (bank:D31)',
  'PaymentInstruction.instructionId': bankWide,
  'PaymentEvent.orderId,seq': 'the order has one owner',
}
const parentsKey = 'the parent’s primary key, which is its id'
const foreignAlone: Record<string, string> = {
  ...Object.fromEntries(
    [
      'Consent.connectionId',
      'Account.connectionId',
      'Balance.accountId',
      'Transaction.accountId',
      'TransactionImport.accountId',
      'ImportClaim.accountId,key',
      'ImportClaim.importId',
      'AccountShare.accountId',
      'PaymentOrder.linkId',
      'Invoice.linkId',
      'CreditNote.invoiceId',
      'PaymentAttempt.orderId',
      'PaymentInstruction.attemptId',
      'PaymentEvent.orderId',
      'PaymentCancellation.attemptId',
      'WebhookDelivery.messageId',
      'WebhookDelivery.endpointId',
      'WebhookAttempt.deliveryId',
      'CreditMatch.creditId',
      'CreditMatch.orderId',
    ].map(key => [key, parentsKey]),
  ),
  'LinkFlow.bankCode': 'a bank is nobody’s',
  'LinkHandoff.bankCode': 'a bank is nobody’s',
  'Connection.bankCode': 'a bank is nobody’s',
  'HouseholdMember.householdId': 'a household is shared',
  'HouseholdInvitation.householdId': 'a household is shared',
  'AccountShare.viewerId': 'the other person of a share',
}

type Model = { name: string; columns: Map<string, string>; primary: string[]; unique: string[]; foreign: string[] }

const models = [...schemaText().matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']): Model => {
  const lines = body.split('\n').map(line => line.replace(/\/\/\/.*/, ''))
  const fields = lines.flatMap(line => {
    const [, column = '', type = '', rest = ''] = /^ {2}([a-z]\w*)\s+(\S+)(.*)/.exec(line) ?? []
    return column ? [{ column, type, rest }] : []
  })
  const block = (attribute: string) =>
    lines.flatMap(line => new RegExp(`^  @@${attribute}\\(\\[([^\\]]+)\\]`).exec(line)?.[1]?.replaceAll(' ', '') ?? [])
  const single = (attribute: RegExp) => fields.filter(({ rest }) => attribute.test(rest)).map(({ column }) => column)
  return {
    name,
    columns: new Map(fields.map(({ column, type }) => [column, type])),
    primary: [...single(/@id\b/), ...block('id')],
    unique: [...single(/@unique\b/), ...block('unique')],
    foreign: fields.flatMap(({ rest }) => /fields: \[([^\]]+)\]/.exec(rest)?.[1]?.replaceAll(' ', '') ?? []),
  }
})
const owned = Object.entries(owners).flatMap(([owner, names]) => names.map(name => ({ owner, name })))

const modelOf = (name: string) => models.find(model => model.name === name)

/** Keys of owned tables, as `Model.columns`, that lack the owner's column. */
function lacking(kind: 'primary' | 'unique' | 'foreign'): string[] {
  return owned.flatMap(({ owner, name }) =>
    (modelOf(name)?.[kind] ?? [])
      .filter(key => !key.split(',').includes(owner) && !(kind === 'primary' && key === 'id'))
      .map(key => `${name}.${key}`),
  )
}

describe('owners', () => {
  test('every table has one, or stands here with the reason', () => {
    const named = [...owned.map(({ name }) => name), ...Object.keys(ownerless)]
    expect(named.toSorted()).toEqual(models.map(({ name }) => name).toSorted())
  })

  test.each(owned)('$name names its owner in every row: $owner', ({ owner, name }) => {
    expect(modelOf(name)?.columns.get(owner)).toBe('String')
    const others = Object.keys(owners).filter(other => other !== owner && modelOf(name)?.columns.has(other))
    expect(others).toEqual(name === 'Membership' ? ['userId'] : [])
  })

  test.each([
    ['primary', primaryAlone],
    ['unique', uniqueAlone],
    ['foreign', foreignAlone],
  ] as const)('every %s key has the owner’s column, or stands here with the reason', (kind, alone) => {
    expect(lacking(kind).toSorted()).toEqual(Object.keys(alone).toSorted())
  })
})
