import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { type FormedCall, writeForms } from './forms.ts'

const data = '/stet/psd2/v1.6.2'
const payments = '/stet/psd2/v1.4.2/payment-requests'
const maker = {
  appPort: 3000,
  apiKey: async () => 'gk_test_1',
  findSealKey: () => ({ file: '/data/pki/tpp/qseal.key', isHeld: true }),
}
const payment = {
  paymentTypeInformation: { categoryPurpose: 'DVPM' },
  beneficiary: { creditor: { name: "L'Atelier" }, creditorAccount: { iban: 'FR7619873009020009362007722' } },
  creditTransferTransaction: [{ instructedAmount: { currency: 'EUR', amount: '0.42' } }],
  supplementaryData: { successfulReportUrl: 'http://localhost:3000/callback/19870/payment?attempt=1' },
}
const consent = { balances: [{ iban: 'FR76…' }], transactions: [], psuIdentity: false, trustedBeneficiaries: false }

const call = (line: string, requestBody = ''): FormedCall => {
  const [method = '', target = ''] = line.split(' ')
  const requestHeaders = [
    { name: 'X-Request-ID', value: 'r-1' },
    { name: 'Signature', value: 'keyId="https://guichet.example/key",signature="abc…"' },
  ]
  return { method, target, bankCode: '19870', clientId: 'app-1', requestHeaders, requestBody }
}
const script = (body = '') => `#!/bin/sh
PKI=\${PKI:-'/data/pki'}
SEAL_KEY=\${SEAL_KEY:-$PKI/tpp/qseal.key}
HOST='19870.sandbox.localhost:8443'
ACCESS_TOKEN=\${ACCESS_TOKEN:-$(ask \\
  | sed 's/x/y/')}
${body === '' ? '' : `BODY='${body.replaceAll("'", `'\\''`)}'\n`}SIGNED=$(printf x)
curl "https://$HOST"`
const programOf = (form: string | null) => /<<'END'\n([\s\S]*)\nEND$/.exec(form ?? '')?.[1] ?? ''

test.each([
  [`GET ${data}/accounts`, 'listAccounts(bank, token, context)'],
  [`GET ${data}/accounts/a1/balances`, "readBalances(bank, token, { account: 'a1', kind: 'account' }, context)"],
  [
    `GET ${data}/accounts/a1/transactions?dateFrom=2026-01-01`,
    "readTransactions(bank, token, { account: 'a1' }, context)",
  ],
  [`GET ${data}/accounts/a1/owners`, "readOwners(bank, token, 'a1', context)"],
  [`GET ${data}/accounts/a1/overdrafts`, "readOverdrafts(bank, token, 'a1', context)"],
  [`GET ${data}/end-user-identity`, 'readIdentity(bank, token, context)'],
  [`PUT ${data}/consents`, 'balances: true, transactions: false'],
  [`GET ${payments}/p1`, "resourceId: 'p1', creationRequestId: 'r-1'"],
  [`POST ${payments}`, 'amountMinor: 42n, currency: "EUR"'],
  [`POST ${payments}`, 'name: "L\'Atelier", iban: "FR7619873009020009362007722"'],
])('%s becomes a program of packages/stet', async (line, part) => {
  const body = line.startsWith('PUT') ? JSON.stringify(consent) : line.startsWith('POST') ? JSON.stringify(payment) : ''
  const { curl, stet } = await writeForms(call(line, body), script(body), maker)
  expect(curl).toBe(script(body))
  expect(stet).toContain(part)
  // The settings of the desk's script, without what signs and sends.
  expect(stet).toMatch(/^PKI=[\s\S]*sed 's\/x\/y\/'\)\}\nexport PKI HOST SEAL_KEY ACCESS_TOKEN\n/)
  expect(stet).not.toContain('SIGNED')
  expect(stet).toContain("keyId: 'https://guichet.example/key'")
  expect(() => stripTypeScriptTypes(programOf(stet))).not.toThrow()
})

test.each([
  ['POST /stet/psd2/oauth/token', 'grant_type=authorization_code&code=…'],
  [`POST ${payments}/p1/o-confirmation`, '{}'],
  ['POST /stet/psd2/oauth/revoke', 'token=…'],
])('%s can’t be made again, so there is no program', async (line, body) => {
  expect((await writeForms(call(line, body), script(body), maker)).stet).toBeNull()
})

test('after a chapter with new certificates both forms sign with the new key', async () => {
  const keyed = {
    ...maker,
    findSealKey: () => ({ file: '/data/$&.key', isHeld: true }),
  }
  const { curl, stet } = await writeForms(call(`GET ${data}/accounts`), script(), keyed)
  for (const form of [curl, stet]) expect(form).toContain(':-/data/$&.key}')
})

test('a program keeps what was edited: day, debtor and instructions', async () => {
  const [first] = payment.creditTransferTransaction
  const edited = {
    ...payment,
    creationDateTime: '2026-11-30T10:00:00.000+00:00',
    requestedExecutionDate: '2026-12-07T12:00:00.000+00:00',
    debtor: { privateId: { identification: '10020002' } },
    debtorAccount: { iban: 'FR7619870000010010000000001' },
    creditTransferTransaction: [
      { ...first, remittanceInformation: { unstructured: ['One'] } },
      {
        instructedAmount: { currency: 'EUR', amount: '7' },
        frequency: 'MNTH',
        endDate: '2027-01-31T12:00:00.000+00:00',
      },
    ],
  }
  const body = JSON.stringify(edited)
  const { stet } = await writeForms(call(`POST ${payments}`, body), script(body), maker)
  for (const part of [
    'executionDate: "2026-12-07"',
    'debtorIban: "FR7619870000010010000000001"',
    'debtorIdentification: "10020002"',
    'remittance: ["One"]',
    'amountMinor: 700n',
  ])
    expect(stet).toContain(part)
  expect(() => stripTypeScriptTypes(programOf(stet))).not.toThrow()
})

test('no checkout is offered for a refund', async () => {
  const body = JSON.stringify({ ...payment, paymentTypeInformation: { categoryPurpose: 'CASH' } })
  expect((await writeForms(call(`POST ${payments}`, body), script(body), maker)).api).toBeNull()
})

test('what a merchant asks for instead of a payment request, with a key of their own', async () => {
  const body = JSON.stringify(payment)
  const { api } = await writeForms(call(`POST ${payments}`, body), script(body), maker)
  expect(api).toContain("'Authorization: Bearer gk_test_1'")
  expect(api).toContain('"amount":"0.42"')
  expect(api).toContain('http://localhost:3000/api/v1/checkout-sessions')
  expect((await writeForms(call(`GET ${payments}/p1`), script(), maker)).api).toContain('/api/v1/payments')
  expect((await writeForms(call(`GET ${data}/accounts`), script(), maker)).api).toBeNull()
})
