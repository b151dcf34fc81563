import type { z } from 'zod'
import { RevokeForm, TokenForm } from '#sandbox/oauth/fields.ts'
import {
  dataErrors,
  dataHeaders,
  fallbackHeader,
  inPath,
  type Operation,
  oauthErrors,
  oauthHeaders,
  query,
  success,
} from '#sandbox/reference/operation.ts'
import {
  AccountList,
  AccountListV142,
  BalanceList,
  BalanceListV142,
  Consent,
  ConsentV142,
  EndUserIdentity,
  Nothing,
  Overdrafts,
  Owners,
  TransactionList,
  TransactionListV142,
} from '#sandbox/reference/schemas/account-information.ts'
import { TokenAnswer } from '#sandbox/reference/schemas/oauth.ts'

const oauth = '/stet/psd2/oauth'
const id = inPath('id', 'the `resourceId` from the account list (D30)')
const page = query('page', 'a page number, or `last`', '^([1-9]\\d*|last)$')
const workspace = query('workspace', 'workspace of the request; the default is that of the token (D32)')
const day = '^\\d{4}-\\d{2}-\\d{2}$'

const filters = (version: string) => [
  query('dateFrom', 'booked on this day or later', day),
  query('dateTo', 'booked before this day', day),
  ...(version === '1.6.2' ? [query('dateType', 'only `bookingDate`', '^bookingDate$')] : []),
  query('entryReferenceFrom', 'only transactions with a greater entryReference'),
  query('entryReferenceto', 'only transactions with an entryReference that is not greater'),
]

// Status codes of document 1, and 400 everywhere for a malformed header or page (§ Errors, bank:D52).
const listCodes = [400, 401, 403, 404, 405, 406, 408, 429, 500, 503]
const consentCodes = [400, 401, 403, 405, 406, 408, 429, 500, 501, 503]
const absentCodes = [400, 401, 403, 404, 405, 406, 408, 429, 500, 501, 503]

type Reading = {
  name: string
  path: string
  summary: string
  source: string
  answer: z.ZodType
  parameters?: Operation['parameters']
}

function reading(version: string, { name, path, summary, source, answer, parameters = [] }: Reading): Operation {
  return {
    id: `${name}-v${version}`,
    method: 'GET',
    path: `/stet/psd2/v${version}${path}`,
    summary,
    source,
    authorization: 'bearer',
    scope: 'aisp',
    parameters: [...(path.includes('{id}') ? [id] : []), ...parameters, ...dataHeaders(false)],
    answers: {
      200: success(summary, answer),
      204: success('Nothing to show', null),
      ...dataErrors(listCodes),
    },
  }
}

function absent(version: string, name: string, path: string): Operation {
  return {
    id: `${name}-v${version}`,
    method: 'GET',
    path: `/stet/psd2/v${version}${path}`,
    summary: version === '1.4.2' ? 'Not in this version' : 'Not available',
    source: 'D24, D25',
    authorization: 'bearer',
    scope: 'aisp',
    parameters: [
      ...(path.includes('{id}') ? [id] : []),
      ...(path.includes('{transactionId}') ? [inPath('transactionId', 'the `resourceId` of a transaction')] : []),
      workspace,
      ...dataHeaders(false),
    ],
    answers: dataErrors(absentCodes),
  }
}

function consents(version: string): Operation {
  return {
    id: `consents-v${version}`,
    method: 'PUT',
    path: `/stet/psd2/v${version}/consents`,
    summary: 'Record the consent of the PSU',
    source: 'document 1, Consent',
    authorization: 'bearer',
    scope: 'aisp',
    parameters: dataHeaders(true),
    body: { type: 'application/json', schema: version === '1.4.2' ? ConsentV142 : Consent },
    answers: { 201: success('Recorded, in place of the one before', Nothing), ...dataErrors(consentCodes) },
  }
}

function readings(version: '1.4.2' | '1.6.2'): readonly Operation[] {
  const older = version === '1.4.2'
  const space = older ? [] : [workspace]
  return [
    reading(version, {
      name: 'accounts',
      path: '/accounts',
      summary: 'Accounts and cards of the PSU',
      source: 'behaviour rules 1 to 4',
      answer: older ? AccountListV142 : AccountList,
      parameters: [page, ...space],
    }),
    reading(version, {
      name: 'balances',
      path: '/accounts/{id}/balances',
      summary: 'Balances of an account, outstandings of a card',
      source: 'behaviour rules 6 and 7',
      answer: older ? BalanceListV142 : BalanceList,
      parameters: space,
    }),
    reading(version, {
      name: 'transactions',
      path: '/accounts/{id}/transactions',
      summary: 'Transactions of an account, slips of a card',
      source: 'behaviour rules 9 and 10',
      answer: older ? TransactionListV142 : TransactionList,
      parameters: [...filters(version), page, ...space],
    }),
    reading(version, {
      name: 'identity',
      path: '/end-user-identity',
      summary: 'First and last name of the PSU',
      source: 'D23',
      answer: EndUserIdentity,
    }),
    consents(version),
  ]
}

const authorize: Operation = {
  id: 'authorize',
  method: 'GET',
  path: `${oauth}/authorize`,
  summary: 'Send the PSU to the screens of the bank',
  source: 'D6',
  authorization: 'browser',
  parameters: [
    query('response_type', '`code`', '^code$', true),
    query('client_id', 'the registered application', undefined, true),
    query('redirect_uri', 'one of the registered addresses', undefined, true),
    query(
      'scope',
      '`aisp`, also with `extended_transaction_history`, or `cbpii`',
      '^(aisp|cbpii|aisp extended_transaction_history|extended_transaction_history aisp)$',
      true,
    ),
    query('state', 'comes back as it is'),
    query('code_challenge', 'RFC 7636, SHA-256 in base64url', '^[A-Za-z0-9_-]{43}$'),
    query('code_challenge_method', '`S256`', '^S256$'),
  ],
  answers: { 302: success('To the screens', null, ['Location']), ...oauthErrors([400, 401, 404, 405, 408, 500, 503]) },
}

/** The token call, which all three interfaces share. */
export const token: Operation = {
  id: 'token',
  method: 'POST',
  path: `${oauth}/token`,
  summary: 'Get or refresh tokens',
  source: 'document 1, authentication; D7, D8',
  authorization: 'certificate',
  parameters: [fallbackHeader, ...oauthHeaders],
  body: { type: 'application/x-www-form-urlencoded', schema: TokenForm },
  answers: {
    200: success('Tokens', TokenAnswer),
    302: success('Fallback mode: to the login page of online banking', null, ['Location']),
    ...oauthErrors([400, 401, 404, 405, 408, 429, 500, 503]),
  },
}

const revoke: Operation = {
  id: 'revoke',
  method: 'POST',
  path: `${oauth}/revoke`,
  summary: 'Revoke both tokens of a pair',
  source: 'D9',
  authorization: 'certificate',
  parameters: oauthHeaders,
  body: { type: 'application/x-www-form-urlencoded', schema: RevokeForm },
  answers: {
    200: success('Revoked, or never known', null),
    ...oauthErrors([400, 401, 404, 405, 408, 429, 500, 503]),
  },
}

/** Document 1, both versions. */
export const accountInformation: readonly Operation[] = [
  authorize,
  token,
  revoke,
  ...readings('1.6.2'),
  reading('1.6.2', {
    name: 'overdrafts',
    path: '/accounts/{id}/overdrafts',
    summary: 'The authorised overdraft of an account',
    source: 'D21',
    answer: Overdrafts,
  }),
  reading('1.6.2', {
    name: 'owners',
    path: '/accounts/{id}/owners',
    summary: 'Owners of an account or card',
    source: 'D22',
    answer: Owners,
  }),
  absent('1.6.2', 'trusted-beneficiaries', '/trusted-beneficiaries'),
  absent('1.6.2', 'account-transaction-details', '/accounts/{id}/transactions/details'),
  absent('1.6.2', 'transaction-details', '/accounts/{id}/transactions/{transactionId}/details'),
  ...readings('1.4.2'),
  ...[
    ['overdrafts', '/accounts/{id}/overdrafts'],
    ['owners', '/accounts/{id}/owners'],
    ['trusted-beneficiaries', '/trusted-beneficiaries'],
    ['account-transaction-details', '/accounts/{id}/transactions/details'],
    ['transaction-details', '/accounts/{id}/transactions/{transactionId}/details'],
  ].map(([name = '', path = '']) => absent('1.4.2', name, path)),
]
