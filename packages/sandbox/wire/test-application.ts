import { createHash, X509Certificate } from 'node:crypto'
import { issueCode } from '#sandbox/oauth/codes.ts'
import type { Scope } from '#sandbox/store/tokens.ts'
import { type TestAnswer, type TestBank, type TestCall, type TestTpp, testBankCode } from './test-client.ts'

export const tokenPath = '/stet/psd2/oauth/token'
export const revokePath = '/stet/psd2/oauth/revoke'
export const registerPath = '/stet/setting/v1/register'

type ConsentOrder = Partial<TestCall> & {
  ibans: readonly string[]
  lists?: readonly ('balances' | 'transactions' | 'owners' | 'overdrafts')[]
  psuIdentity?: boolean
}

/** The callback that test applications register. */
export const testRedirectUri = 'https://tpp.example/callback'

/** A valid body of `POST /register`. */
export function registrationBody(bank: Pick<TestBank, 'tppOrigin'>, tpp: TestTpp): Record<string, unknown> {
  const der = new X509Certificate(tpp.qsealPem).raw
  return {
    redirect_uris: [testRedirectUri, bank.tppOrigin],
    token_endpoint_auth_method: 'tls_client_auth',
    grant_types: ['client_credentials'],
    response_types: ['code'],
    client_name: `TPP ${tpp.organisationId}`,
    scope: 'aisp,pisp,cbpii',
    contact: { contact_name: 'Ada Essai', email: 'psd2@tpp.example', phone_number: '+33 1 23 45 67 89' },
    provider_legal_id: tpp.organisationId,
    jwks: {
      keys: [
        {
          kty: 'RSA',
          use: 'sig',
          alg: 'RS256',
          key_ops: ['verify'],
          kid: 'seal-1',
          x5c: [der.toString('base64')],
          'x5t#S256': createHash('sha256').update(der).digest('base64url'),
        },
      ],
    },
    software_id: 'Essai',
    software_version: '1.0',
  }
}

/** A token for the registration interface. */
export function registrationToken(bank: Pick<TestBank, 'form' | 'tpp'>, tpp: TestTpp = bank.tpp): Promise<string> {
  return clientToken(bank, 'PSD2_TPPRegister', { scope: 'manageRegistration', tpp })
}

/** A token of the TPP itself (client credentials), by default for payments. */
export async function clientToken(
  bank: Pick<TestBank, 'form'>,
  clientId: string,
  { scope = 'pisp', ...more }: Partial<TestCall> & { scope?: string } = {},
): Promise<string> {
  const answer = await bank.form(tokenPath, { client_id: clientId, grant_type: 'client_credentials', scope }, more)
  return String(answer.body.access_token)
}

/** Replaces a person's consent: these IBANs in each of the lists that are named. */
export function putConsent(
  bank: Pick<TestBank, 'call'>,
  token: string,
  { ibans, lists = ['balances', 'transactions', 'owners', 'overdrafts'], psuIdentity = true, ...more }: ConsentOrder,
): Promise<TestAnswer> {
  const none = { balances: [], transactions: [], psuIdentity, trustedBeneficiaries: false }
  const named = Object.fromEntries(lists.map(list => [list, [...new Set(ibans)].map(iban => ({ iban }))]))
  const body = JSON.stringify({ ...none, ...named })
  return bank.call({ method: 'PUT', path: '/stet/psd2/v1.6.2/consents', token, keyId: 'seal-1', body, ...more })
}

/** Sends a registration, signed, with its digest. */
export async function register(
  bank: Pick<TestBank, 'call' | 'form' | 'tpp'>,
  body: unknown,
  more: Partial<TestCall> & { tpp?: TestTpp } = {},
): Promise<TestAnswer> {
  const tpp = more.tpp ?? bank.tpp
  const token = more.token ?? (await registrationToken(bank, tpp))
  return await bank.call({
    method: 'POST',
    path: registerPath,
    tpp,
    token,
    keyId: 'seal-1',
    body: JSON.stringify(body),
    ...more,
  })
}

/** Registers the TPP of the test bank (or another) and returns its client_id. */
export async function registerClient(bank: TestBank, tpp: TestTpp = bank.tpp): Promise<string> {
  const answer = await register(bank, registrationBody(bank, tpp), { tpp })
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status} ${answer.text}`)
  return String(answer.body.client_id)
}

/** A code as the screens would issue it, for a person that need not exist. */
export function testCode(
  bank: Pick<TestBank, 'sandbox'>,
  clientId: string,
  more: Partial<Parameters<typeof issueCode>[1]> = {},
): string {
  return issueCode(bank.sandbox, {
    bankCode: testBankCode,
    clientId,
    personId: 'person-1',
    redirectUri: testRedirectUri,
    scope: 'aisp',
    codeChallenge: null,
    scaAt: bank.sandbox.clock.now(),
    ...more,
  })
}

/** The form that exchanges a code. */
export function codeForm(clientId: string, code: string): Record<string, string> {
  return { client_id: clientId, grant_type: 'authorization_code', code, redirect_uri: testRedirectUri }
}

/** Tokens of a person (by default `person-1`) through the code grant. */
export async function obtainTokens(
  bank: TestBank,
  clientId: string,
  more: { personId?: string; scope?: Scope; bankCode?: string; tpp?: TestTpp; scaAt?: Date } = {},
): Promise<{ access_token: string; refresh_token: string; expires_in: number; scope: string }> {
  const { tpp = bank.tpp, ...order } = more
  const code = testCode(bank, clientId, order)
  const answer = await bank.form(tokenPath, codeForm(clientId, code), {
    tpp,
    bankCode: more.bankCode ?? testBankCode,
  })
  if (answer.status !== 200) throw new Error(`token answered ${answer.status} ${answer.text}`)
  return answer.body
}
