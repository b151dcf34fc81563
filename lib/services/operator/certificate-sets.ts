import { randomUUID, X509Certificate } from 'node:crypto'
import {
  BadKeyMaterial,
  type KeyedCertificate,
  readEidasCertificate,
  readKeylessCertificate,
  readKeyMaterial,
} from '@guichet/stet/eidas.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { readRegistration, replaceRegistration } from '@guichet/stet/registration.ts'
import {
  fileCredentials,
  findPublicCertificate,
  openCredentials,
  readCredentials,
  sealedKeyColumn,
} from '#lib/banks/credentials.ts'
import { findSignerFault, isKeyElsewhere } from '#lib/banks/signing.ts'
import { describeApplication, recheckBanks } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { lock } from '#lib/base/locks.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { alarmOf, daysToExpiry, dueThreshold } from '#lib/domain/bank/certificate-alarm.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { log } from '#lib/log.ts'
import { toRefused } from '#lib/services/banks/refusal.ts'
import { describeOurs, storeRegistration, wishesOf, withRegistration } from '#lib/services/banks/registration.ts'
import { seal } from '#lib/vault.ts'
import type { CertificateFacts, CertificateSetView, NewCertificates } from '#lib/views/operator.ts'
import { auditOperator, checkFreshOperator, checkOperator, type Operator } from './access.ts'
import { describeAgent } from './registrations.ts'

/**
 * Rolls to a new set without a failed call (fault:D4): stored sealed, registered under the old signature, tried,
 * made active. The old certificate stays public; its keys are erased when unused.
 */

/** Processes look every ten seconds. */
const keysKeptMs = 10 * 60_000

/** Active first; without any the environment's files. */
export async function listCertificateSets(operator: Operator): Promise<CertificateSetView[]> {
  await checkOperator(operator)
  return readSets()
}

async function readSets(): Promise<CertificateSetView[]> {
  const rows = await db().certificateSet.findMany({ orderBy: { createdAt: 'desc' } })
  const active = rows.find(({ status }) => status === 'active')
  const views = rows.map(toView)
  const order = ['active', 'staged', 'retired']
  const all = [...views, filesView(active === undefined)]
  return all.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
}

function toView(row: Prisma.CertificateSetGetPayload<object>): CertificateSetView {
  const { id, status, qwacPem, qsealPem, createdAt, activatedAt, retiredAt, registeredAt, qsealKeySealed } = row
  return {
    id,
    status,
    qwac: factsOf(qwacPem),
    qsealc: factsOf(qsealPem),
    keysKept: qsealKeySealed !== null,
    createdAt: createdAt.toISOString(),
    activatedAt: activatedAt?.toISOString() ?? null,
    retiredAt: retiredAt?.toISOString() ?? null,
    registeredAt: momentsOf(registeredAt),
  }
}

function momentsOf(value: Prisma.JsonValue): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([platform, at]) => [platform, String(at)]))
}

function filesView(active: boolean): CertificateSetView {
  const { qwacPem, sealPem } = fileCredentials()
  const none = { createdAt: null, activatedAt: null, retiredAt: null, registeredAt: {}, keysKept: true }
  return { id: null, status: active ? 'active' : 'retired', qwac: factsOf(qwacPem), qsealc: factsOf(sealPem), ...none }
}

function factsOf(pem: string): CertificateFacts {
  const { x509: _, roles, validFrom, validTo, ...certificate } = readEidasCertificate(pem)
  const days = daysToExpiry(validTo, now())
  const times = { validFrom: validFrom.toISOString(), validTo: validTo.toISOString() }
  return { ...certificate, ...times, roles: [...roles], daysLeft: days, alarm: alarmOf(days) }
}

/**
 * Validated, then sealed; a named QSealC key (`signer:…`) is tried. Refusals: `not_found`,
 * `reauthentication_required`, `invalid_input` (`<use>.<fault>`, such as `qwac.password`, `qsealc.chain`,
 * `qsealc.no_answer`).
 */
export async function stageCertificates(operator: Operator, given: NewCertificates): Promise<CertificateSetView> {
  await checkFreshOperator(operator)
  const qwac = checkOne('qwac', given.qwac)
  const qsealc = checkOne('qsealc', given.qsealc)
  await checkSigner(qsealc)
  const id = randomUUID()
  const qsealFingerprint = readEidasCertificate(qsealc.certificatePem).fingerprint
  const known = await db().certificateSet.count({ where: { qsealFingerprint } })
  if (known > 0 || fileCredentials().fingerprint === qsealFingerprint) refuse('qsealc', 'known')
  const data = {
    id,
    qwacPem: qwac.certificatePem,
    qwacChainPem: qwac.chainPem || null,
    qsealPem: qsealc.certificatePem,
    qwacKeySealed: await seal(qwac.keyPem, sealedKeyColumn(id, 'qwacKeySealed')),
    qsealKeySealed: await seal(qsealc.keyPem, sealedKeyColumn(id, 'qsealKeySealed')),
    qsealFingerprint,
    addedBy: operator.userId,
    createdAt: now(),
  }
  return db().$transaction(async tx => {
    const row = await tx.certificateSet.create({ data })
    await auditOperator(operator, 'certificates.staged', { set: id, qsealFingerprint }, tx)
    return toView(row)
  })
}

type Use = 'qwac' | 'qsealc'

function refuse(use: Use, fault: string): never {
  throw new Refused('invalid_input', { field: `${use}.${fault}` })
}

function checkOne(use: Use, given: NewCertificates[Use]): KeyedCertificate {
  const material = unpack(use, given)
  const certificate = readEidasCertificate(material.certificatePem)
  const { legalId, scope } = describeApplication()
  const at = now()
  if (certificate.use !== use) refuse(use, 'use')
  if (certificate.organisationId !== legalId) refuse(use, 'organisation')
  if (certificate.validFrom > at || certificate.validTo <= at) refuse(use, 'validity')
  const needed = { aisp: 'PSP_AI', pisp: 'PSP_PI', cbpii: 'PSP_IC' } as const
  const lacking = Object.entries(needed).some(
    ([name, role]) => scope.includes(name) && !certificate.roles.includes(role),
  )
  if (lacking) refuse(use, 'roles')
  if (!isChainSound(certificate.x509, material.chainPem)) refuse(use, 'chain')
  return material
}

async function checkSigner({ certificatePem, keyPem }: KeyedCertificate): Promise<void> {
  if (!isKeyElsewhere(keyPem)) return
  const fault = await findSignerFault(keyPem, certificatePem)
  if (fault === null) return
  log().warn({ err: fault }, 'the key of a new QSealC does not sign')
  refuse('qsealc', fault.fault)
}

function unpack(use: Use, given: NewCertificates[Use]): KeyedCertificate {
  const key = given.key.trim()
  // TLS needs it in this process.
  if (isKeyElsewhere(key) && use === 'qwac') refuse(use, 'elsewhere')
  try {
    return isKeyElsewhere(key) ? { ...readKeylessCertificate(given.data), keyPem: key } : readKeyMaterial(given)
  } catch (error) {
    if (error instanceof BadKeyMaterial) refuse(use, error.fault)
    throw error
  }
}

/** In the file or known, really signed it, and is a CA. */
function isChainSound(leaf: X509Certificate, chainPem: string): boolean {
  const authorities = `${chainPem}\n${String(fileCredentials().tls.ca)}`
  const blocks = authorities.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const issuers = blocks.map(block => new X509Certificate(block)).filter(({ subject }) => subject === leaf.issuer)
  return issuers.some(issuer => issuer.ca && leaf.verify(issuer.publicKey))
}

/** Refusals: `not_found`, `reauthentication_required`. */
export async function discardCertificates(operator: Operator, id: string): Promise<void> {
  await checkFreshOperator(operator)
  if (!isUuid(id)) throw new Refused('not_found')
  await db().$transaction(async tx => {
    const { count } = await tx.certificateSet.deleteMany({
      where: { id, status: 'staged', registeredAt: { equals: Prisma.DbNull } },
    })
    if (count === 0) throw new Refused('not_found')
    await auditOperator(operator, 'certificates.discarded', { set: id }, tx)
  })
}

/**
 * Registered everywhere for us and agents, tried, made active; a new call continues. Refusals: `not_found`,
 * `reauthentication_required`, `bank_refused`, `bank_unavailable`.
 */
export async function rollCertificates(operator: Operator, id: string): Promise<void> {
  await checkFreshOperator(operator)
  if (!isUuid(id)) throw new Refused('not_found')
  const row = await db().certificateSet.findUnique({ where: { id } })
  if (row?.status !== 'staged') throw new Refused('not_found')
  const registrations = await db().registration.findMany({ orderBy: { platform: 'asc' } })
  for (const { platform } of registrations) {
    await registerAtPlatform(platform, id).catch(error => {
      throw toBankRefusal(error, platform)
    })
  }
  await activate(operator, id)
  recheckBanks()
}

function toBankRefusal(error: unknown, platform: string): Refused {
  if (!(error instanceof BankError) || error.kind !== 'status' || (error.status ?? 500) >= 500) {
    return toRefused(error, `certificates at ${platform}`)
  }
  return new Refused('bank_refused', { field: `${platform}: ${error.status} ${error.detail}`.trim() })
}

/** Then tries it. */
async function registerAtPlatform(platform: string, id: string): Promise<void> {
  const next = await openCredentials(id)
  const stored = await db().registration.findUniqueOrThrow({ where: { platform } })
  const agents = await db().agent.findMany({ where: { platform } })
  for (const { clientId, agent } of [
    ...agents.map(agent => ({ clientId: agent.clientId, agent })),
    { clientId: stored.clientId, agent: null },
  ]) {
    if (await worksWith(platform, clientId, id)) continue
    await withRegistration(platform, async ({ bank, codes, token, context }) => {
      const ours = describeOurs(codes, next, wishesOf((agent ?? stored).registered))
      const application = agent ? describeAgent(ours, agent) : ours
      const replaced = await replaceRegistration(bank, token, { clientId, application }, context)
      if (!agent) return storeRegistration(platform, replaced, next)
      const registered = JSON.parse(JSON.stringify(replaced.registered))
      await db().agent.updateMany({ where: { clientId }, data: { registered } })
    })
    if (!(await worksWith(platform, clientId, id))) throw new Refused('bank_refused', { field: platform })
  }
  const registered = { [platform]: now().toISOString() }
  const before = await db().certificateSet.findUniqueOrThrow({ where: { id }, select: { registeredAt: true } })
  const data = { registeredAt: { ...momentsOf(before.registeredAt), ...registered } }
  await db().certificateSet.updateMany({ where: { id, status: 'staged' }, data })
}

/** QWAC and QSealC. */
async function worksWith(platform: string, clientId: string, id: string): Promise<boolean> {
  const next = await openCredentials(id)
  try {
    await withRegistration(
      platform,
      ({ bank, token, context }) => readRegistration(bank, token, clientId, context),
      next,
    )
    return true
  } catch (error) {
    if (error instanceof BankError && error.status !== null && error.status < 500) return false
    throw error
  }
}

async function activate(operator: Operator, id: string): Promise<void> {
  await db().$transaction(async tx => {
    await lock(tx, 'certificates')
    const { count } = await tx.certificateSet.updateMany({
      where: { id, status: 'staged' },
      data: { status: 'active', activatedAt: now() },
    })
    if (count === 0) throw new Refused('not_found')
    const others = { status: 'active' as const, id: { not: id } }
    await tx.certificateSet.updateMany({ where: others, data: { status: 'retired', retiredAt: now() } })
    await auditOperator(operator, 'certificates.activated', { set: id }, tx)
  })
}

/** Certificates stay public. */
export async function eraseRetiredKeys(): Promise<void> {
  const before = new Date(now().getTime() - keysKeptMs)
  const { count } = await db().certificateSet.updateMany({
    where: { status: 'retired', retiredAt: { lt: before }, qsealKeySealed: { not: null } },
    data: { qwacKeySealed: null, qsealKeySealed: null },
  })
  if (count > 0)
    await appendAudit({ userId: null, stream: 'system', action: 'certificates.keys_erased', detail: { count } })
}

export type CertificateEnding = { readonly use: Use; readonly fingerprint: string; readonly daysLeft: number }

/** 30, 14, 7 or 1 days, once each: audit, log at `error`, and `tell` in the transaction. */
export async function raiseCertificateAlarms(
  tell: (tx: Tx, ending: CertificateEnding) => Promise<void> = async () => {},
): Promise<void> {
  const { qwacPem, sealPem } = await readCredentials()
  for (const [use, pem] of [
    ['qwac', qwacPem],
    ['qsealc', sealPem],
  ] as const) {
    const { fingerprint, daysLeft: days } = factsOf(pem)
    const threshold = dueThreshold(days)
    if (threshold === null) continue
    const detail = { use, fingerprint, daysLeft: days }
    const isNews = await db().$transaction(async tx => {
      const row = { fingerprint, daysLeft: threshold, notifiedAt: now() }
      const { count } = await tx.certificateAlarm.createMany({ data: [row], skipDuplicates: true })
      if (count === 0) return false
      await appendAudit({ userId: null, stream: 'system', action: 'certificates.ending', detail }, tx)
      await tell(tx, detail)
      return true
    })
    if (isNews) log().error({ use, fingerprint, daysLeft: days }, 'a certificate of ours ends soon')
  }
}

/** A mail about any other is no longer valid. */
export async function isCertificateInUse(fingerprint: string): Promise<boolean> {
  const { qwacPem, sealPem } = await readCredentials()
  return [qwacPem, sealPem].some(pem => factsOf(pem).fingerprint === fingerprint)
}

/** For the metrics. */
export async function readDaysLeft(): Promise<Record<Use, number>> {
  const { qwacPem, sealPem } = await readCredentials()
  return { qwac: factsOf(qwacPem).daysLeft, qsealc: factsOf(sealPem).daysLeft }
}

/** By file name, PEM; null for others. */
export async function readSealCertificate(name: string): Promise<string | null> {
  return findPublicCertificate(name)
}
