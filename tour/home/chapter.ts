/**
 * The calls of a chapter of Guichet's tour, against a bank of your own that opens in this program. Red until `sign` is right.
 *
 *     npm install @guichet/sandbox
 *     node --test chapter.ts
 */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { test } from 'node:test'
import { type OpenBank, openBank } from '@guichet/sandbox'

const calls: [method: string, target: string, status: number][] = JSON.parse('[]')
const yours = { organisationId: 'PSDFR-ACPR-12345', name: 'Your name', roles: ['PSP_AI', 'PSP_PI'] } as const

/**
 * The value of the header Signature, as a bank wants it (draft-cavage-http-signatures-10):
 *
 *     keyId="…",algorithm="rsa-sha256",headers="(request-target) host date …",signature="…"
 *
 * The signature is RSA-SHA256 with `key` (PEM), in base64, over one line for each name in `headers`, joined by newlines and without
 * one at the end: `(request-target): get /path`, then `name: value` of every header given here.
 */
function sign(_method: string, _path: string, _headers: Record<string, string>, _keyId: string, _key: string): string {
  throw new Error('write the signature, then run this again')
}

const code = '19870'
const callback = 'https://tpp.example/callback'
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
type Sending = { method: string; path: string; headers: Record<string, string>; body: string }

async function send(bank: OpenBank, { method, path, headers, body }: Sending) {
  const [ca, cert, key] = [bank.files.ca, bank.files.qwac, bank.files.qwacKey].map(name => readFileSync(name))
  const servername = `${code}.sandbox.localhost`
  const asked = request({ host: '127.0.0.1', port: bank.apiPort, servername, method, path, headers, ca, cert, key })
  const answered = new Promise<IncomingMessage>((done, failed) => asked.on('response', done).on('error', failed))
  asked.end(body)
  const answer = await answered
  return { status: answer.statusCode, location: answer.headers.location, text: (await answer.toArray()).join('') }
}

async function askToken(bank: OpenBank, form: Record<string, string>): Promise<string> {
  const headers = { host: new URL(bank.baseUrlOf(code)).host, 'content-type': 'application/x-www-form-urlencoded' }
  const body = `${new URLSearchParams(form)}`
  return JSON.parse((await send(bank, { method: 'POST', path: '/stet/psd2/oauth/token', headers, body })).text)
    .access_token
}

/** A customer of the bank allows it. */
function link(bank: OpenBank, client_id: string): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope: 'aisp',
    state: '1',
  })
  const customerId = bank.customers().find(({ bankCode }) => bankCode === code)?.id ?? ''
  const url = `${bank.screensUrlOf(code)}/stet/psd2/oauth/authorize?${query}`
  const back = new URL(bank.authorize({ url, customerId }).callbackUrl).searchParams.get('code') ?? ''
  return askToken(bank, { client_id, grant_type: 'authorization_code', code: back, redirect_uri: callback })
}

function payment(): object {
  const one = randomUUID().slice(0, 20)
  const now = new Date().toISOString()
  return {
    paymentInformationId: one,
    creationDateTime: now,
    numberOfTransactions: 1,
    requestedExecutionDate: now,
    initiatingParty: { name: yours.name },
    chargeBearer: 'SLEV',
    paymentTypeInformation: { serviceLevel: 'SEPA', categoryPurpose: 'DVPM' },
    beneficiary: { creditor: { name: 'Atlas' }, creditorAccount: { iban: 'DE89370400440532013000' } },
    creditTransferTransaction: [
      { paymentId: { instructionId: one, endToEndId: one }, instructedAmount: { amount: '42.00', currency: 'EUR' } },
    ],
    supplementaryData: { acceptedAuthenticationApproach: ['REDIRECT'], successfulReportUrl: callback },
  }
}

test('every call is answered as in the tour', async context => {
  const bank = await openBank({ tpp: yours })
  context.after(() => bank.close())
  const { clientId: client_id, keyId } = bank.register({ redirectUris: [callback] })
  const paid = randomUUID()
  let [granted, account, id] = ['', '', '']
  let ibans: object[] = []
  for (const [method, target, status] of calls) {
    const pays = target.includes('payment-requests')
    const path = `/stet/psd2/${pays ? 'v1.4.2' : 'v1.6.2'}${target.replace('{account}', account).replace('{payment}', id)}`
    if (!pays) granted ||= await link(bank, client_id)
    const token = pays ? await askToken(bank, { client_id, grant_type: 'client_credentials', scope: 'pisp' }) : granted
    const lists = { balances: ibans, transactions: ibans, owners: ibans, overdrafts: ibans }
    const content = pays ? payment() : { ...lists, psuIdentity: true, trustedBeneficiaries: false }
    const body = method === 'GET' ? '' : JSON.stringify(content)
    const headers = {
      host: new URL(bank.baseUrlOf(code)).host,
      date: new Date().toUTCString(),
      'x-request-id': pays ? paid : randomUUID(),
      digest: `SHA-256=${sha256(body)}`,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    }
    const signature = sign(method, path, headers, keyId, readFileSync(bank.files.qsealKey, 'utf8'))
    const all = {
      ...headers,
      signature,
      authorization: `Bearer ${token}`,
      'content-length': `${Buffer.byteLength(body)}`,
    }
    const answer = await send(bank, { method, path, headers: all, body })
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
    if (target === '/accounts') {
      const accounts: { resourceId: string; accountId?: { iban?: string } }[] = JSON.parse(answer.text).accounts
      const own = accounts.filter(one => one.accountId?.iban)
      account = own[0]?.resourceId ?? ''
      ibans = own.map(one => ({ iban: one.accountId?.iban }))
    }
    if (method === 'POST') id = answer.location?.split('/').at(-1) ?? ''
  }
})
