import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { requestRegistrationToken } from '@guichet/stet/oauth.ts'
import { readRegistration } from '@guichet/stet/registration.ts'
import { issue, makeAuthority } from '@guichet/stet/testing/certificates.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readCredentials } from '#lib/banks/credentials.ts'
import { findSignerFault } from '#lib/banks/signing.ts'
import { closeBanks, openBank } from '#lib/banks.ts'
import { db } from '#lib/db.ts'
import { metrics } from '#lib/metrics.ts'
import { rollCertificates, stageCertificates } from '#lib/services/operator/certificate-sets.ts'
import { refreshConnection, runDueRefresh, takeDueRefreshes } from '#lib/services/refresh/connection.ts'
import type { NewCertificates } from '#lib/views/operator.ts'
import { people } from '#testing/bank/customers.ts'
import { makeTpp, ourOrder } from '#testing/bank/start.ts'
import { openStack } from '#testing/stack/open.ts'
import { newConsented, newLinked, presence } from '#testing/stack/start.ts'

// Our services with the QSealC's key at the example signer (examples/signer), which is a process of its own.

const stack = openStack()
const folder = mkdtempSync(join(tmpdir(), 'signer-'))
const keys = join(folder, 'keys')
const token = 'a-token-for-tests-only-0123456789'
let signer: { readonly child: ChildProcess; readonly port: number }

async function startSigner(env: Readonly<Record<string, string>>, port = 0) {
  const child = spawn(process.execPath, ['examples/signer/signer.mjs'], {
    env: { NODE_ENV: 'production', KEYS: keys, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, port: Number(/"listening":(\d+)/.exec(String(line))?.[1]) }
}

async function stopSigner({ child }: { child: ChildProcess }): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Reads its folder of keys again. */
async function restartSigner(): Promise<void> {
  await stopSigner(signer)
  signer = await startSigner({ TOKEN: token }, signer.port)
}

/** As after a restart with these variables; undefined removes one. */
async function restartWith(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  await closeBanks()
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

beforeAll(async () => {
  mkdirSync(keys)
  copyFileSync(stack.running.pki.qsealKey, join(keys, 'qseal-2026.key'))
  signer = await startSigner({ TOKEN: token })
  const url = `http://127.0.0.1:${signer.port}/sign`
  await restartWith({ TPP_QSEAL_KEY: 'signer:qseal-2026', SIGNER_URL: url, SIGNER_TOKEN: token })
})
afterAll(async () => {
  await stopSigner(signer)
  rmSync(folder, { recursive: true })
})

const readKey = async () => {
  const bank = await openBank('19870')
  if (!bank) throw new Error('no bank')
  const { accessToken } = await requestRegistrationToken(bank, { presence: null })
  const { clientId } = await db().registration.findFirstOrThrow()
  return readRegistration(bank, accessToken, clientId, { presence: null })
}

/** Signatures since the last reset, by outcome. */
async function countSignatures(): Promise<Readonly<Record<string, number>>> {
  const { values } = await metrics().signatures.get()
  const counts = values.filter(({ metricName }) => metricName === 'guichet_signature_seconds_count')
  return Object.fromEntries(counts.map(({ labels, value }) => [`${labels.place} ${labels.outcome}`, value]))
}

test('a person links a bank, consents, and their accounts are read', async () => {
  const { userId, connectionId } = await newConsented(people.lea)
  const progress = await refreshConnection({ userId }, connectionId, presence)
  expect(progress.accounts.map(({ error }) => error)).toEqual(progress.accounts.map(() => null))
  expect(progress.done).toBeGreaterThan(0)
  expect(await countSignatures()).toEqual({ 'http ok': expect.any(Number) })
})

describe('while the signer is down', () => {
  afterEach(restartSigner)

  test('nothing is sent or counted, the bank is not blamed, and calls go on once it is back', async () => {
    const { userId, connectionId } = await newConsented(people.camille)
    await db().quotaUse.deleteMany()
    const callsBefore = await db().bankCall.count({ where: { connectionId } })
    await stopSigner(signer)
    metrics().signatures.reset()
    await expect(refreshConnection({ userId }, connectionId, presence)).rejects.toMatchObject({ code: 'our_fault' })
    expect(await countSignatures()).toEqual({ 'http no_answer': expect.any(Number) })
    await db().connection.update({
      where: { id: connectionId },
      data: { syncLeaseUntil: null, nextRefreshAt: new Date(0) },
    })
    for (const lease of await takeDueRefreshes(10)) await runDueRefresh(lease)
    expect(await db().bankCall.count({ where: { connectionId } })).toBe(callsBefore)
    expect(await db().quotaUse.count()).toBe(0)
    expect(await db().bankHealth.count({ where: { bankCode: '19870', breaker: { not: 'closed' } } })).toBe(0)

    await restartSigner()
    await db().connection.update({ where: { id: connectionId }, data: { syncLeaseUntil: null } })
    const progress = await refreshConnection({ userId }, connectionId, presence)
    expect(progress.accounts.map(({ error }) => error)).toEqual(progress.accounts.map(() => null))
  })
})

describe('what is wrong is said', () => {
  const faultWith = async (env: Readonly<Record<string, string | undefined>>, key = 'signer:qseal-2026') => {
    await restartWith(env)
    const certificate = readFileSync(stack.running.pki.qsealCert, 'utf8')
    const fault = await findSignerFault(key, certificate)
    await restartWith({ SIGNER_URL: `http://127.0.0.1:${signer.port}/sign`, SIGNER_TOKEN: token })
    return fault?.message ?? null
  }

  test('nothing, if nothing is', async () => expect(await faultWith({})).toBeNull())
  test('another token', async () =>
    expect(await faultWith({ SIGNER_TOKEN: 'another-token-0123456789' })).toBe('the signer does not accept us (401)'))
  test('an unknown key', async () =>
    expect(await faultWith({}, 'signer:qseal-1999')).toBe('the signer has no key qseal-1999'))
  test('a name that is none', async () =>
    expect(await faultWith({}, 'signer:../etc/x')).toMatch(/^a key at the signer is/))
  test('the key of another certificate', async () => {
    copyFileSync(stack.running.pki.qwacKey, join(keys, 'other.key'))
    await restartSigner()
    expect(await faultWith({}, 'signer:other')).toMatch(/another key than that of the QSealC/)
  })
  test('missing variables', async () => {
    expect(await faultWith({ SIGNER_URL: undefined })).toBe('SIGNER_URL is missing: a signer: key needs it')
    expect(await faultWith({ SIGNER_TOKEN: undefined })).toMatch(/^set SIGNER_TOKEN, or SIGNER_CERT and SIGNER_KEY/)
    expect(await faultWith({ SIGNER_CA: '/nowhere.pem' })).toBe("SIGNER_CA: /nowhere.pem can't be read")
  })
})

test('over mutual TLS, with a certificate instead of a bearer token', async () => {
  const authority = await makeAuthority('Authority of the signer')
  const [server, client] = [
    await issue(authority, { name: 'localhost', hosts: ['localhost'] }),
    await issue(authority, { name: 'guichet' }),
  ]
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const ca = file('ca.pem', authority.cert)
  const secure = await startSigner({
    TLS_CERT: file('server.pem', server.cert),
    TLS_KEY: file('server.key', server.key),
    TLS_CLIENT_CA: ca,
  })
  const [cert, key] = [file('client.pem', client.cert), file('client.key', client.key)]
  const before = { SIGNER_URL: process.env.SIGNER_URL, SIGNER_TOKEN: token }
  const tls = { SIGNER_CERT: cert, SIGNER_KEY: key, SIGNER_CA: ca }
  await restartWith({ SIGNER_URL: `https://localhost:${secure.port}/`, SIGNER_TOKEN: undefined, ...tls })
  await readKey()
  await restartWith({ SIGNER_TOKEN: token, SIGNER_CERT: undefined, SIGNER_KEY: undefined })
  await expect(readKey()).rejects.toMatchObject({ kind: 'signer', sent: 'no' })
  await restartWith({ ...before, SIGNER_CA: undefined })
  await stopSigner(secure)
})

describe('new certificates, whose key is at the signer too', () => {
  let next: { qwac: NewCertificates['qwac']; qsealc: string }
  const bring = (key: string) => ({ qwac: next.qwac, qsealc: { data: next.qsealc, key, password: '' } })
  beforeAll(async () => {
    const files = await makeTpp(stack.running.dataDir, ourOrder)
    copyFileSync(files.qsealKey, join(keys, 'qseal-2027.key'))
    await restartSigner()
    const read = (path: string) => readFileSync(path, 'utf8')
    next = {
      qwac: { data: read(files.qwacCert), key: read(files.qwacKey), password: '' },
      qsealc: read(files.qsealCert),
    }
  })
  const newOperator = async () => {
    const data = { email: 'keys@guichet.example', name: 'Op', passwordHash: 'none', role: 'operator' as const }
    const { id: userId } = await db().user.upsert({ where: { email: data.email }, create: data, update: {} })
    return { userId, authenticatedAt: new Date() }
  }

  test.each([
    ['signer:qseal-2026', 'qsealc.wrong_key'],
    ['signer:qseal-1999', 'qsealc.refused'],
  ])('%s is refused: %s', async (name, field) => {
    await expect(stageCertificates(await newOperator(), bring(name))).rejects.toMatchObject({ field })
  })

  test('the key of the QWAC has to be here', async () => {
    const given = bring('signer:qseal-2027')
    const elsewhere = { ...given, qwac: { ...given.qwac, key: 'signer:qwac' } }
    await expect(stageCertificates(await newOperator(), elsewhere)).rejects.toMatchObject({ field: 'qwac.elsewhere' })
  })

  test('are put in use like any others', async () => {
    const operator = await newOperator()
    const { id, qsealc } = await stageCertificates(operator, bring('signer:qseal-2027'))
    await rollCertificates(operator, id ?? '')
    expect((await readCredentials()).fingerprint).toBe(qsealc.fingerprint)
    await readKey()
    await newLinked(people.thomas)
  })
})
