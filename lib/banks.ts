import { createHmac, hkdfSync } from 'node:crypto'
import { type Bank, closeBank, createBank, swapCredentials } from '@guichet/stet/bank.ts'
import type { Limits } from '@guichet/stet/limits.ts'
import { certificateCheckOf, forgetChecks } from './banks/certificate-checks.ts'
import { type Credentials, forgetCredentials, readCredentials } from './banks/credentials.ts'
import { type BankGate, createGate } from './banks/gate.ts'
import { healthRowOf, toBreaker } from './banks/health-row.ts'
import { forgetRevoked, readRevoked } from './banks/revoked.ts'
import { now } from './clock.ts'
import { db } from './db.ts'
import { readEnv } from './env.ts'
import { log } from './log.ts'
import { readVaultKeys } from './vault/keys.ts'

/**
 * Composition root: a bank's row, our registration and certificates make a `Bank`, one per process, which owns
 * connections and keys.
 */

type BankRow = Awaited<ReturnType<typeof readBankRow>>
type Entry = { readonly bank: Bank; readonly stamp: string; checkedAt: number; credentials: string | null }

/** Next loads modules more than once. */
const shared = globalThis as typeof globalThis & {
  guichetBanks?: Map<string, Entry>
  guichetGates?: Map<string, BankGate>
  guichetRetired?: Set<Bank>
}

const recheckMs = 10_000
/** Longer than any piece of work. */
const retiredMs = 10 * 60_000

/** Null if unknown; also one that is no longer offered. Throws if we are not registered at its platform. */
export async function openBank(code: string): Promise<Bank | null> {
  shared.guichetBanks ??= new Map()
  const banks = shared.guichetBanks
  const known = banks.get(code)
  if (known && Date.now() - known.checkedAt < recheckMs) return known.bank
  const [row, credentials] = await Promise.all([readBankRow(code), readCredentials(), readRevoked()])
  if (row === null) return null
  gateOf(code).learn(toBreaker(row.health))
  const clientId = await readClientId(row.platform)
  const stamp = stampOf(row, clientId)
  const current = banks.get(code)
  if (current?.stamp === stamp) {
    current.checkedAt = Date.now()
    roll(current, credentials)
    return current.bank
  }
  const bank = makeBank(row, clientId, credentials)
  banks.set(code, { bank, stamp, checkedAt: Date.now(), credentials: credentials.id })
  if (current) retire(current.bank)
  return bank
}

/** Running calls end on the old connections. */
function roll(entry: Entry, credentials: Credentials): void {
  if (entry.credentials === credentials.id) return
  entry.credentials = credentials.id
  swapCredentials(entry.bank, credentials).catch(error => log().error({ err: error }, 'certificates were not rolled'))
}

/** Idle connections close earlier by themselves. */
function retire(bank: Bank): void {
  shared.guichetRetired ??= new Set()
  const retired = shared.guichetRetired.add(bank)
  setTimeout(() => {
    retired.delete(bank)
    void closeBank(bank)
  }, retiredMs).unref()
}

/** In the process of the operator. */
export function recheckBanks(): void {
  for (const entry of shared.guichetBanks?.values() ?? []) entry.checkedAt = 0
}

/**
 * To register at a platform, with our certificates or `credentials`. Signed under the registered `kid`: banks can't
 * fetch from us yet. One registration counts for the platform (document 3).
 */
export async function openBankToRegister(
  platform: string,
  credentials?: Credentials,
): Promise<{ bank: Bank; codes: string[] } | null> {
  const rows = await db().bank.findMany({ where: { platform }, orderBy: { code: 'asc' } })
  const first = rows.find(({ enabled }) => enabled)
  if (!first) return null
  const [used] = await Promise.all([credentials ?? readCredentials(), readRevoked()])
  const signing = { ...used, seal: { ...used.seal, keyId: used.kid } }
  return { bank: makeBank({ ...first, health: null }, '', signing), codes: rows.map(row => row.code) }
}

export async function closeBanks(): Promise<void> {
  const banks = [...(shared.guichetBanks?.values() ?? [])].map(({ bank }) => bank)
  const retired = [...(shared.guichetRetired ?? [])]
  delete shared.guichetBanks
  delete shared.guichetRetired
  delete shared.guichetGates
  forgetCredentials()
  forgetRevoked()
  await Promise.all([...banks, ...retired].map(closeBank))
  await forgetChecks()
}

/** Independent of changes to its entry. */
export function gateOf(code: string): BankGate {
  shared.guichetGates ??= new Map()
  const known = shared.guichetGates.get(code) ?? createGate(code, healthRowOf(code))
  shared.guichetGates.set(code, known)
  return known
}

function readBankRow(code: string) {
  return db().bank.findUnique({ where: { code }, include: { health: true } })
}

async function readClientId(platform: string): Promise<string> {
  const registration = await db().registration.findUnique({ where: { platform } })
  if (!registration) throw new Error(`our application is not registered at the platform ${platform}`)
  return registration.clientId
}

function stampOf(row: NonNullable<BankRow>, clientId: string): string {
  return JSON.stringify([row.baseUrl, row.screensUrl, row.aisVersion, row.pkce, clientId, limitsOf(row)])
}

function limitsOf(row: NonNullable<BankRow>): Partial<Limits> {
  const { connectMs, attendedMs, batchMs, bodyMs, maxConnections: connections, parallelPages } = row
  const set = { connectMs, attendedHeadersMs: attendedMs, batchHeadersMs: batchMs, bodyMs, connections, parallelPages }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null))
}

function makeBank(row: NonNullable<BankRow>, clientId: string, { seal, tls }: Credentials): Bank {
  return createBank({
    code: row.code,
    baseUrl: row.baseUrl,
    screensUrl: row.screensUrl,
    version: row.aisVersion === '1.4.2' ? '1.4.2' : '1.6.2',
    clientId,
    pkce: row.pkce,
    now,
    gate: gateOf(row.code),
    limits: limitsOf(row),
    certificates: certificateCheckOf(row.code),
    seal,
    tls,
  })
}

/** Document 3. */
export function describeApplication(): { legalName: string; legalId: string; contact: string; scope: string } {
  return {
    legalName: readEnv('LEGAL_NAME'),
    legalId: readEnv('LEGAL_AUTHORISATION'),
    contact: readEnv('LEGAL_CONTACT'),
    scope: readEnv('LEGAL_SCOPE'),
  }
}

/** Each bank has its own (C3). */
export function callbackUrl(bankCode: string): string {
  return `${readEnv('APP_URL')}/callback/${bankCode}`
}

/** With an unguessable id (bank:D45). */
export function reportUrlOf(bankCode: string, reportId: string): string {
  return `${callbackUrl(bankCode)}/payment/${reportId}`
}

/** Recognises a login without storing its accounts (bank:D11): an HMAC by the first vault key. */
export function fingerprintLogin(bankCode: string, identifiers: readonly string[]): string {
  const text = JSON.stringify([bankCode, [...new Set(identifiers)].sort()])
  const [first] = readVaultKeys()
  if (first === undefined) throw new Error('no vault key')
  const macKey = Buffer.from(hkdfSync('sha256', Buffer.from(first.key, 'base64url'), '', 'login fingerprint', 32))
  return `${first.kid}:${createHmac('sha256', macKey).update(text).digest('hex')}`
}
