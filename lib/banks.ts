import { createHmac, createPrivateKey, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BankGate, createGate } from './banks/gate.ts'
import { healthRowOf, toBreaker } from './banks/health-row.ts'
import { db } from './db.ts'
import { readEnv } from './env.ts'
import { type Bank, closeBank, createBank, type Seal } from './stet/bank.ts'
import { certificateFingerprint } from './stet/registration.ts'

/**
 * The composition root: a bank's row, our registration at its platform and our certificates make a `Bank` of lib/stet.
 * One per bank and process, for it holds the connections, and keys are parsed once (quality.md, 8 and 9).
 */

type BankRow = Awaited<ReturnType<typeof readBankRow>>
type Entry = { readonly bank: Bank; readonly stamp: string; checkedAt: number }

/** Next loads a module more than once in a process; the pools must be one. */
const shared = globalThis as typeof globalThis & {
  guichetBanks?: Map<string, Entry>
  guichetGates?: Map<string, BankGate>
  guichetSeal?: Certificates
}

/** A row or registration that changed is noticed after this long. */
const recheckMs = 10_000

/**
 * The bank of that code, ready to be called. Null when we have no such bank, or it is switched off. Throws when we are not
 * registered at its platform: nothing can be asked of it then.
 */
export async function openBank(code: string): Promise<Bank | null> {
  shared.guichetBanks ??= new Map()
  const banks = shared.guichetBanks
  const known = banks.get(code)
  if (known && Date.now() - known.checkedAt < recheckMs) return known.bank
  const row = await readBankRow(code)
  if (!row?.enabled) return null
  gateOf(code).learn(toBreaker(row.health))
  const clientId = await readClientId(row.platform)
  const stamp = stampOf(row, clientId)
  const current = banks.get(code)
  if (current?.stamp === stamp) {
    current.checkedAt = Date.now()
    return current.bank
  }
  const bank = makeBank(row, clientId)
  banks.set(code, { bank, stamp, checkedAt: Date.now() })
  if (current) await closeBank(current.bank)
  return bank
}

/**
 * A bank of the platform to register at: it has no client id yet. Registration at one counts for all (document 3). It is
 * signed under the registered `kid`, not the URL: banks can't fetch from us before we are up.
 */
export async function openBankToRegister(platform: string): Promise<{ bank: Bank; codes: string[] } | null> {
  const rows = await db().bank.findMany({ where: { platform, enabled: true }, orderBy: { code: 'asc' } })
  const [first] = rows
  return first ? { bank: makeBank(first, '', sealKid()), codes: rows.map(row => row.code) } : null
}

/** Closes every connection to banks. For scripts and tests that want to end. */
export async function closeBanks(): Promise<void> {
  const banks = [...(shared.guichetBanks?.values() ?? [])]
  delete shared.guichetBanks
  delete shared.guichetSeal
  delete shared.guichetGates
  await Promise.all(banks.map(({ bank }) => closeBank(bank)))
}

/** The gate of a bank: one per process, whatever changes in the bank's entry. */
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
  return JSON.stringify([row.baseUrl, row.screensUrl, row.aisVersion, row.pkce, clientId])
}

function makeBank(row: Omit<NonNullable<BankRow>, 'health'>, clientId: string, keyId?: string): Bank {
  const { seal } = certificates()
  return createBank({
    code: row.code,
    baseUrl: row.baseUrl,
    screensUrl: row.screensUrl,
    version: row.aisVersion === '1.4.2' ? '1.4.2' : '1.6.2',
    clientId,
    pkce: row.pkce,
    // Registering is an operator's act, with an answer of its own: nothing keeps it back.
    ...(keyId === undefined ? { gate: gateOf(row.code) } : {}),
    seal: keyId === undefined ? seal : { ...seal, keyId },
    tls: {
      cert: readFileSync(readEnv('TPP_QWAC_CERT')),
      key: readFileSync(readEnv('TPP_QWAC_KEY')),
      ca: readFileSync(readEnv('BANK_CA')),
    },
  })
}

/** Our seal: what signs, and what banks fetch to check it. */
type Certificates = {
  readonly seal: Seal
  readonly sealPem: string
  readonly sealFile: string
  readonly fingerprint: string
}

function certificates(): Certificates {
  shared.guichetSeal ??= readCertificates()
  return shared.guichetSeal
}

function readCertificates(): Certificates {
  const sealPem = publicPart(readFileSync(readEnv('TPP_QSEAL_CERT'), 'utf8'))
  const fingerprint = certificateFingerprint(sealPem)
  const sealFile = `qseal_${fingerprint}.pem`
  const key = createPrivateKey(readFileSync(readEnv('TPP_QSEAL_KEY')))
  return { seal: { key, keyId: `${readEnv('APP_URL')}/certificates/${sealFile}` }, sealPem, sealFile, fingerprint }
}

/** The first certificate of a PEM file and nothing else, whatever stands beside it. */
function publicPart(pem: string): string {
  const found = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.exec(pem)
  if (!found) throw new Error('TPP_QSEAL_CERT holds no certificate')
  return `${found[0]}\n`
}

/** The `kid` under which our seal is registered (document 3): the name of its file, without the ending. */
export function sealKid(): string {
  return `qseal_${certificates().fingerprint}`
}

/** What a registration says of our seal: the certificate, its fingerprint, and where banks fetch it (D16). */
export function describeSeal(): { certificatePem: string; fingerprint: string; keyId: string } {
  const { sealPem, fingerprint, seal } = certificates()
  return { certificatePem: sealPem, fingerprint, keyId: seal.keyId }
}

/** The public seal certificate under its file name (`qseal_<fingerprint>.pem`), null for any other name (D16). */
export function readPublicCertificate(name: string): string | null {
  const { sealFile, sealPem } = certificates()
  return name === sealFile ? sealPem : null
}

/** Who we are in a registration (document 3). */
export function describeApplication(): { legalName: string; legalId: string; contact: string } {
  return {
    legalName: readEnv('LEGAL_NAME'),
    legalId: readEnv('LEGAL_AUTHORISATION'),
    contact: readEnv('LEGAL_CONTACT'),
  }
}

/** Where a bank sends the browser back: a path of its own for every bank (C3). */
export function callbackUrl(bankCode: string): string {
  return `${readEnv('APP_URL')}/callback/${bankCode}`
}

/**
 * Recognises a bank login by the accounts it reaches (D11), without storing them: HMAC over the bank and the sorted
 * identifiers, one for every vault key that still reads, the newest first. Stored is the first; any may be found.
 */
export function fingerprintLogin(bankCode: string, identifiers: readonly string[]): [string, ...string[]] {
  const text = JSON.stringify([bankCode, [...new Set(identifiers)].sort()])
  const prints = readEnv('VAULT_KEYS').map(({ kid, key }) => {
    const macKey = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'login fingerprint', 32))
    return `${kid}:${createHmac('sha256', macKey).update(text).digest('hex')}`
  })
  const [newest, ...older] = prints
  if (newest === undefined) throw new Error('no vault key')
  return [newest, ...older]
}
