import { randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { listAccounts } from '@guichet/stet/accounts.ts'
import type { Bank } from '@guichet/stet/bank.ts'
import {
  authorizeUrl,
  codeChallengeOf,
  createCodeVerifier,
  exchangeCode,
  requestRegistrationToken,
} from '@guichet/stet/oauth.ts'
import { readRegistration } from '@guichet/stet/registration.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findPublicCertificate, readCredentials } from '#lib/banks/credentials.ts'
import { callbackUrl, openBank, recheckBanks } from '#lib/banks.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { VaultError } from '#lib/vault.ts'
import type { NewCertificates } from '#lib/views/operator.ts'
import { people } from '#testing/bank/customers.ts'
import { authorizeAs } from '#testing/bank/screens.ts'
import { makeTpp, ourOrder } from '#testing/bank/start.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import { openStack } from '#testing/stack/open.ts'
import { presence } from '#testing/stack/start.ts'
import type { Operator } from './access.ts'
import {
  type CertificateEnding,
  discardCertificates,
  eraseRetiredKeys,
  listCertificateSets,
  raiseCertificateAlarms,
  rollCertificates,
  stageCertificates,
} from './certificate-sets.ts'
import {
  addAgent,
  listRegistrations,
  planChange,
  readAtBank,
  registerHere,
  removeAgent,
  removeRegistration,
  sendChange,
} from './registrations.ts'
import { addRevoked, removeRevoked } from './revoked.ts'

const stack = openStack()
let operator: Operator

beforeAll(async () => {
  operator = await anOperator()
})
beforeEach(() => {
  operator = { ...operator, authenticatedAt: new Date() }
})

type Order = typeof ourOrder & { validity?: { from: Date; to: Date } }

/** New certificates from the bank's authority, as an operator would upload them. */
async function bring(order: Order = ourOrder): Promise<NewCertificates> {
  const files = await makeTpp(stack.running.dataDir, order)
  const read = (file: string) => readFileSync(file, 'utf8')
  return {
    qwac: { data: read(files.qwacCert), key: read(files.qwacKey), password: '' },
    qsealc: { data: read(files.qsealCert), key: read(files.qsealKey), password: '' },
  }
}

async function connectLea(bank: Bank) {
  const codeVerifier = createCodeVerifier()
  const redirectUri = callbackUrl(bank.code)
  const codeChallenge = codeChallengeOf(codeVerifier)
  const url = authorizeUrl(bank, { redirectUri, scope: 'aisp', state: randomUUID(), codeChallenge })
  const callback = await authorizeAs(people.lea, url, 'approve')
  return exchangeCode(bank, { code: callback.searchParams.get('code') ?? '', redirectUri, codeVerifier }, { presence })
}

async function openLittoral(): Promise<Bank> {
  const bank = await openBank('19870')
  if (!bank) throw new Error('no bank')
  return bank
}

describe('new certificates are checked before they are taken', () => {
  test('each fault is named', async () => {
    const good = await bring()
    const refusal = (given: NewCertificates) => stageCertificates(operator, given).catch(error => error)
    const swapped = { qwac: good.qsealc, qsealc: good.qwac }
    expect(await refusal(swapped)).toMatchObject({ code: 'invalid_input', field: 'qwac.use' })
    const mixed = { ...good, qsealc: { ...good.qsealc, key: good.qwac.key } }
    expect(await refusal(mixed)).toMatchObject({ field: 'qsealc.mismatch' })
    expect(await refusal({ ...good, qwac: { ...good.qwac, data: 'x' } })).toMatchObject({ field: 'qwac.certificate' })
    const other = await bring({ ...ourOrder, organisationId: 'PSDFR-ACPR-99999' })
    expect(await refusal(other)).toMatchObject({ field: 'qwac.organisation' })
    const poor = await bring({ ...ourOrder, roles: ['PSP_AI'] })
    expect(await refusal(poor)).toMatchObject({ field: 'qwac.roles' })
    const past = { from: new Date(Date.now() - 2 * 86_400_000), to: new Date(Date.now() - 86_400_000) }
    expect(await refusal(await bring({ ...ourOrder, validity: past }))).toMatchObject({ field: 'qwac.validity' })
    expect(await db().certificateSet.count()).toBe(0)
  })

  test('keys are sealed and never shown; a set that no platform knows can be discarded', async () => {
    const good = await bring()
    const { id } = await stageCertificates(operator, good)
    const stored = JSON.stringify(await db().certificateSet.findMany())
    const shown = JSON.stringify(await listCertificateSets(operator))
    for (const text of [stored, shown]) expect(text).not.toMatch(/PRIVATE KEY/)
    expect(shown).not.toContain('Sealed')
    expect(await stageCertificates(operator, good).catch(error => error)).toMatchObject({ field: 'qsealc.known' })
    await discardCertificates(operator, id ?? '')
    expect(await db().certificateSet.count()).toBe(0)
  })

  test('only operators with a fresh password', async () => {
    const stale = { ...operator, authenticatedAt: new Date(Date.now() - 301_000) }
    await expect(stageCertificates(stale, await bring())).rejects.toMatchObject({ code: 'reauthentication_required' })
    await expect(rollCertificates(stale, randomUUID())).rejects.toMatchObject({ code: 'reauthentication_required' })
    const person = await aPerson()
    await expect(listCertificateSets(person)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rollCertificates(person, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('no call to a bank whose authority is in the list of revoked certificates, until it is removed', async () => {
  const bank = await openLittoral()
  const call = () => requestRegistrationToken(bank, { presence: null })
  await call()
  const serial = new X509Certificate(readFileSync(process.env.BANK_CA ?? '')).serialNumber
  await addRevoked(operator, { serial, issuer: '', reason: 'For a test' })
  await expect(call()).rejects.toMatchObject({ kind: 'certificate_revoked', sent: 'no' })
  const kept = async () => (await db().bankCertificate.findUnique({ where: { bankCode: bank.code } }))?.checked
  await expect.poll(kept).toBe('revoked')
  await removeRevoked(operator, serial)
  await call()
  await expect.poll(kept).toBe('not_given')
})

test('a list changed by another process is noticed when a bank’s row is read again', async () => {
  const bank = await openLittoral()
  const call = () => requestRegistrationToken(bank, { presence: null })
  const { serialNumber } = new X509Certificate(readFileSync(process.env.BANK_CA ?? ''))
  const serial = serialNumber.replace(/^0+/, '')
  await db().revokedCertificate.create({ data: { serial, reason: 'For a test', createdAt: new Date() } })
  recheckBanks()
  await openLittoral()
  await expect(call()).rejects.toMatchObject({ kind: 'certificate_revoked', sent: 'no' })
  await db().revokedCertificate.deleteMany()
  recheckBanks()
  await openLittoral()
  await call()
})

test('two rolls during continuous calls, with an agent: no call fails (fault:D4)', async () => {
  const agent = { name: 'Agent Essai', legalId: 'AGTFR-ACPR-17843-1', softwareId: 'Essai' }
  await addAgent(operator, 'sandbox', agent)
  const held = await openLittoral()
  const { accessToken } = await connectLea(held)
  const registration = await db().registration.findUniqueOrThrow({ where: { platform: 'sandbox' } })
  const { accessToken: own } = await requestRegistrationToken(held, { presence: null })
  const outcome = { done: 0, failed: [] as unknown[], ended: false }
  const keepCalling = async (call: () => Promise<unknown>) => {
    while (!outcome.ended) {
      await call().then(
        () => (outcome.done += 1),
        error => outcome.failed.push(error),
      )
    }
  }
  const calling = [
    keepCalling(() => listAccounts(held, accessToken, { presence })),
    keepCalling(async () => listAccounts(await openLittoral(), accessToken, { presence })),
    // Signed on another thread: the signature can coincide with the swap.
    keepCalling(() => readRegistration(held, own, registration.clientId, { presence: null })),
    keepCalling(() => readRegistration(held, own, registration.clientId, { presence: null })),
  ]
  const prints: string[] = []
  for (let rolls = 0; rolls < 2; rolls++) {
    const before = outcome.done
    const { id, qsealc } = await stageCertificates(operator, await bring())
    await rollCertificates(operator, id ?? '')
    prints.push(qsealc.fingerprint)
    recheckBanks()
    await listAccounts(await openLittoral(), accessToken, { presence })
    expect(outcome.done).toBeGreaterThan(before)
  }
  outcome.ended = true
  await Promise.all(calling)
  expect(outcome.failed).toEqual([])
  expect(held.credentials.seal.keyId).toContain(prints[1])
  const after = await db().registration.findUniqueOrThrow({ where: { platform: 'sandbox' } })
  expect(after).toMatchObject({ clientId: registration.clientId, certificateFingerprint: prints[1] })
  expect(await findPublicCertificate(`qseal_${prints[0]}.pem`)).toContain('BEGIN CERTIFICATE')
  expect((await listCertificateSets(operator)).map(({ status }) => status)).toEqual(['active', 'retired', 'retired'])
})

test('keys of a retired set are erased once they are unused; its certificate stays public', async () => {
  const retired = await db().certificateSet.findFirstOrThrow({ where: { status: 'retired' } })
  await eraseRetiredKeys()
  expect((await db().certificateSet.findUniqueOrThrow({ where: { id: retired.id } })).qsealKeySealed).not.toBeNull()
  setClock(new Date(Date.now() + 11 * 60_000))
  await eraseRetiredKeys()
  setClock(null)
  const erased = await db().certificateSet.findUniqueOrThrow({ where: { id: retired.id } })
  expect([erased.qwacKeySealed, erased.qsealKeySealed]).toEqual([null, null])
  expect(await findPublicCertificate(`qseal_${erased.qsealFingerprint}.pem`)).not.toBeNull()
})

test('an ending certificate is reported once at 30, 14, 7 and 1 days', async () => {
  const expected: CertificateEnding[] = []
  const { qwacPem } = await readCredentials()
  expect(qwacPem).toContain('BEGIN')
  const [active] = await listCertificateSets(operator)
  const ends = new Date(active?.qwac.validTo ?? 0).getTime()
  for (const days of [40, 30, 29, 14, 7, 6, 1, 1]) {
    setClock(new Date(ends - (days - 0.5) * 86_400_000))
    await Promise.all([raiseCertificateAlarms(async (_, one) => void expected.push(one)), raiseCertificateAlarms()])
    await raiseCertificateAlarms(async (_, one) => void expected.push(one))
  }
  setClock(null)
  const alarms = await db().certificateAlarm.findMany({ where: { fingerprint: active?.qwac.fingerprint ?? '' } })
  expect(alarms.map(({ daysLeft }) => daysLeft).sort((one, other) => one - other)).toEqual([1, 7, 14, 30])
  expect(await db().auditEvent.count({ where: { action: 'certificates.ending' } })).toBe(8)
})

test('without the vault’s keys those of the files are used, once the operator says that they are lost', async () => {
  const { id, qwacKeySealed } = await db().certificateSet.findFirstOrThrow({ where: { status: 'active' } })
  const seal = async (sealed: string | null) => {
    await db().certificateSet.update({ where: { id }, data: { qwacKeySealed: sealed } })
    Reflect.deleteProperty(globalThis, 'guichetCredentials')
  }
  await seal('lost')
  await expect(readCredentials()).rejects.toBeInstanceOf(VaultError)
  vi.stubEnv('VAULT_LOST', '1')
  expect((await readCredentials()).id).toBeNull()
  vi.unstubAllEnvs()
  await seal(qwacKeySealed)
  expect((await readCredentials()).id).toBe(id)
})

describe('registrations', () => {
  const change = {
    scope: 'aisp',
    softwareId: 'Guichet Plus',
    contactName: 'Op',
    email: 'op@guichet.example',
    phone: '+33 1 40 00 00 00',
  }

  test('a change is previewed, then sent as shown, and the bank has it', async () => {
    const plan = await planChange(operator, 'sandbox', change)
    expect(plan.lines.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['scope', 'software_id', 'contact.email']),
    )
    const wrong = { change, hash: 'x' }
    await expect(sendChange(operator, 'sandbox', wrong)).rejects.toMatchObject({ code: 'consent_changed_meanwhile' })
    await sendChange(operator, 'sandbox', { change, hash: plan.hash })
    const { members, lines } = await readAtBank(operator, 'sandbox', null)
    expect(JSON.parse(members)).toMatchObject({ scope: 'aisp', software_id: 'Guichet Plus' })
    expect(lines).toEqual([])
    expect((await planChange(operator, 'sandbox', change)).lines).toEqual([])
  })

  test('a refusal of the bank is shown in its own words', async () => {
    const greedy = { ...change, scope: 'aisp,pisp,cbpii' }
    const { hash } = await planChange(operator, 'sandbox', greedy)
    const refused = await sendChange(operator, 'sandbox', { change: greedy, hash }).catch(error => error)
    expect(refused).toMatchObject({ code: 'bank_refused' })
    expect(refused.field).toContain('PSP_IC')
  })

  test('an agent under its own name and number; read, and deleted by typing the number', async () => {
    const agent = { name: 'Agence du Port', legalId: 'AGTFR-ACPR-17843-2', softwareId: 'Le Port' }
    const added = await addAgent(operator, 'sandbox', agent)
    await expect(addAgent(operator, 'sandbox', agent)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'legalId',
    })
    await expect(
      addAgent(operator, 'sandbox', { ...agent, legalId: 'AGTFR-ACPR-17843-3', name: 'Guichet SAS' }),
    ).rejects.toMatchObject({ field: 'name' })
    expect(JSON.parse((await readAtBank(operator, 'sandbox', added.id)).members)).toMatchObject({
      client_name: 'Agence du Port',
    })
    await expect(removeAgent(operator, added.id, 'AGT')).rejects.toMatchObject({ field: 'typed' })
    await removeAgent(operator, added.id, agent.legalId)
    const [view] = await listRegistrations(operator)
    expect(view?.agents.map(({ name }) => name)).toEqual(['Agent Essai'])
  })

  test('ours is deleted by typing its client_id, and can be registered again', async () => {
    const [view] = await listRegistrations(operator)
    await expect(removeRegistration(operator, 'sandbox', 'sandbox')).rejects.toMatchObject({ field: 'typed' })
    await removeRegistration(operator, 'sandbox', view?.clientId ?? '')
    expect((await listRegistrations(operator))[0]?.clientId).toBeNull()
    await expect(readAtBank(operator, 'sandbox', null)).rejects.toMatchObject({ code: 'not_found' })
    const { clientId } = await registerHere(operator, 'sandbox')
    expect(clientId).not.toBe(view?.clientId)
  })
})
