import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { closeBank, createBank } from '@guichet/stet/bank.ts'
import { authorizeUrl, codeChallengeOf, exchangePaymentCode, requestClientToken } from '@guichet/stet/oauth.ts'
import { confirmPayment, createPayment } from '@guichet/stet/payments.ts'
import { keySigner } from '@guichet/stet/signer.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newTestFolder } from '#sandbox/pki/test-authority.ts'
import { openBank } from './open-bank.ts'

const redirectUri = 'https://tpp.example/callback'
const code = '19870'
const alone = { presence: null }
const dataDir = newTestFolder()

const sandbox = await openBank({ dataDir })
const { clientId, keyId } = sandbox.register({ redirectUris: [redirectUri] })
const read = (file: string) => readFileSync(file)
const { ca, qwac, qwacKey, qsealKey } = sandbox.files
const bank = createBank({
  code,
  version: '1.6.2',
  clientId,
  pkce: true,
  baseUrl: sandbox.baseUrlOf(code),
  screensUrl: sandbox.screensUrlOf(code),
  tls: { cert: read(qwac), key: read(qwacKey), ca: read(ca) },
  seal: { signer: keySigner(read(qsealKey)), keyId },
})
afterAll(() => closeBank(bank))

const customerAt = (bankCode: string) => sandbox.customers().find(one => one.bankCode === bankCode)?.id ?? ''
const linkUrl = () =>
  authorizeUrl(bank, { redirectUri, scope: 'aisp', state: 's', codeChallenge: codeChallengeOf('v'.repeat(43)) })

const programs = {
  'client.py': ['python3', '-c', 'import ssl'],
  'client.php': ['php', '--version'],
} as const
const isInstalled = ([command, ...probe]: readonly [string, ...string[]]) => spawnSync(command, probe).status === 0
const runnable = Object.entries(programs).filter(([, program]) => isInstalled(program))
if (runnable.length < 2) console.warn('Not every example client was run: python3 and php-cli run them.')

for (const [file, [command]] of runnable)
  test(`the example ${file} registers, links a customer and reads every balance`, async () => {
    const ports = { SANDBOX_API_PORT: `${sandbox.apiPort}`, SANDBOX_SCREENS_PORT: `${sandbox.screensPort}` }
    const program = [new URL(`examples/${file}`, import.meta.url).pathname, dataDir]
    const { stdout } = await promisify(execFile)(command, program, { env: { ...process.env, ...ports } })
    expect(stdout.match(/: -?[1-9]\d*\.\d\d EUR$/gm)).toHaveLength(3)
  })

describe('an authorization', () => {
  test.each([
    ['approve', 'approved', 'code'],
    ['refuse', 'refused', 'error'],
    ['time_out', 'timeout', 'error'],
    ['wrong_password', 'password_locked', 'error'],
    ['wrong_code', 'code_locked', 'error'],
  ] as const)('of a customer who would %s ends in %s, at the redirect URI', (decision, outcome, member) => {
    const ending = sandbox.authorize({ url: linkUrl(), customerId: customerAt(code), decision })
    expect(ending.outcome).toBe(outcome)
    const callback = new URL(ending.callbackUrl)
    expect(`${callback.origin}${callback.pathname}`).toBe(redirectUri)
    expect(callback.searchParams.has(member)).toBe(true)
  })

  test('is refused for a customer of another bank, and for an address elsewhere', () => {
    expect(() => sandbox.authorize({ url: linkUrl(), customerId: customerAt('19871') })).toThrow(
      'is a customer of 19871',
    )
    const url = 'https://bank.example/authorize'
    expect(() => sandbox.authorize({ url, customerId: customerAt(code) })).toThrow('no authorize address')
  })
})

test('a payment is created, answered by a customer and confirmed', async () => {
  const { accessToken } = await requestClientToken(bank, 'pisp', alone)
  const id = () => randomUUID().replaceAll('-', '')
  const transfer = {
    instructionId: id(),
    endToEndId: id(),
    amount: { amountMinor: 1250n, currency: 'EUR' },
    remittance: ['Order 4711'],
  }
  const request = {
    paymentInformationId: id(),
    categoryPurpose: 'DVPM',
    createdAt: new Date(),
    executionDate: parisDay(new Date()),
    isInstant: false,
    recurrence: null,
    initiatingPartyName: 'Your TPP',
    creditor: { name: 'Bookshop', iban: 'DE89370400440532013000', bic: null },
    debtorIban: null,
    debtorIdentification: null,
    instructions: [transfer],
  } as const
  const urls = { successful: redirectUri, unsuccessful: `${redirectUri}/ko` }
  const { consentUrl, resourceId } = await createPayment(bank, accessToken, { request, urls }, alone)
  const customer = sandbox.customers().find(({ firstName }) => firstName === 'Camille')
  const { outcome, callbackUrl } = sandbox.answerPayment({ url: consentUrl, customerId: customer?.id ?? '' })
  expect(outcome).toBe('approved')
  const given = new URL(callbackUrl).searchParams.get('code') ?? ''
  const confirmation = await exchangePaymentCode(bank, { code: given, redirectUri }, alone)
  const confirmed = await confirmPayment(bank, confirmation.accessToken, resourceId, alone)
  expect(confirmed?.payment.status).toMatch(/^AC/)
})

test('a folder of one’s own is kept, also when a port is taken, and opened again', async () => {
  const { apiPort, files } = sandbox
  await sandbox.close()
  const other = createServer()
  await new Promise<void>(done => other.listen(apiPort, '127.0.0.1', done))
  const taken = openBank({ dataDir, settings: { SANDBOX_API_PORT: String(apiPort) } })
  await expect(taken).rejects.toThrow(`Port ${apiPort} on 127.0.0.1 is taken.`)
  await new Promise(done => other.close(done))
  const lines: Readonly<Record<string, unknown>>[] = []
  const again = await openBank({ dataDir, log: line => lines.push(line) })
  await again.close()
  expect(lines.map(({ event }) => event)).toEqual(['people ready', 'listening', 'stopped'])
  expect(existsSync(files.ca)).toBe(true)
})
