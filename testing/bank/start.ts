import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { issueTpp, type TppOrder } from '@guichet/sandbox/pki/issue.ts'
import { type Bank, type BankOptions, createBank } from '@guichet/stet/bank.ts'
import {
  authorizeUrl,
  codeChallengeOf,
  createCodeVerifier,
  exchangeCode,
  requestRegistrationToken,
  type TokenSet,
} from '@guichet/stet/oauth.ts'
import { certificateFingerprint, registerApplication, sealJwk } from '@guichet/stet/registration.ts'
import { keySigner } from '@guichet/stet/signer.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { listenHere } from '#testing/listen-here.ts'
import { bankProgram } from '#testing/setup/programs.ts'
import type { Person } from './customers.ts'
import { authorizeAs } from './screens.ts'

/**
 * The sandbox bank in its own process, with its own data folder, certificates and free ports, for tests over real mutual TLS.
 * Start one per file (`beforeAll`) and stop it (`afterAll`).
 */
export type RunningBank = {
  readonly apiPort: number
  readonly screensPort: number
  readonly dataDir: string
  readonly pki: TppFiles & { readonly ca: string }
  /** Origin that serves our QSealC to the bank, and the origin of our redirect_uris (bank:D57). */
  readonly tppOrigin: string
  readonly baseUrlOf: (bankCode: string) => string
  readonly screensUrlOf: (bankCode: string) => string
  /** The bank's log so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** PEM files of a TPP. */
export type TppFiles = {
  readonly qwacCert: string
  readonly qwacKey: string
  readonly qsealCert: string
  readonly qsealKey: string
}

export const ourOrder: TppOrder = {
  organisationId: 'PSDFR-ACPR-17843',
  name: 'Guichet SAS',
  roles: ['PSP_AI', 'PSP_PI'],
}

/** Starts the bank; `env` has additional variables for it (`SANDBOX_PAGE_ACCOUNTS`, `SANDBOX_ROTATE_REFRESH` …). */
export async function startBank(env: Readonly<Record<string, string>> = {}): Promise<RunningBank> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-bank-'))
  const template = process.env.GUICHET_TEST_BANK
  if (template !== undefined) cpSync(template, dataDir, { recursive: true })
  const program = template === undefined ? 'packages/sandbox/main.ts' : bankProgram
  const lines: string[] = []
  const own = { SANDBOX_API_PORT: '0', SANDBOX_SCREENS_PORT: '0', SANDBOX_SYNC: '0', GUICHET_DATA: dataDir }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // An interrupted test run leaves no bank running.
  const killLeftover = () => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  const ports = await readPorts(child, lines)
  const folder = join(dataDir, 'pki/tpp')
  const pki = template === undefined ? await makeTpp(dataDir, ourOrder, folder) : filesOf(folder)
  const certificates = await serveCertificates(() => [pki.qsealCert])
  return {
    apiPort: ports.api,
    screensPort: ports.screens,
    dataDir,
    pki: { ...pki, ca: join(dataDir, 'pki/ca.pem') },
    tppOrigin: certificates.origin,
    baseUrlOf: code => `https://${code}.sandbox.localhost:${ports.api}`,
    screensUrlOf: code => `http://${code}.sandbox.localhost:${ports.screens}`,
    log: () => lines.join('\n'),
    stop: async () => {
      process.off('exit', killLeftover)
      await Promise.all([stopChild(child), certificates.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A QWAC and a QSealC from the bank's authority, in their own folder; also for a second TPP. */
export async function makeTpp(
  dataDir: string,
  order: TppOrder,
  folder = join(dataDir, 'other-tpp', randomUUID()),
): Promise<TppFiles> {
  await issueTpp(join(dataDir, 'pki'), order, folder)
  return filesOf(folder)
}

function filesOf(folder: string): TppFiles {
  const file = (name: string) => join(folder, name)
  return {
    qwacCert: file('qwac.pem'),
    qwacKey: file('qwac.key'),
    qsealCert: file('qseal.pem'),
    qsealKey: file('qseal.key'),
  }
}

function readPorts(child: ChildProcess, lines: string[]): Promise<{ api: number; screens: number }> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
    child.once('exit', code => reject(new Error(`the bank ended with ${code}:\n${lines.join('\n')}`)))
    if (child.stdout === null) throw new Error('the bank has no standard output')
    createInterface({ input: child.stdout }).on('line', line => {
      lines.push(line)
      const event: { event?: string; api?: number; screens?: number } = line.startsWith('{') ? JSON.parse(line) : {}
      if (event.event === 'listening') resolve({ api: event.api ?? 0, screens: event.screens ?? 0 })
    })
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Serves certificates under `/certificates/<anything>_<fingerprint>`, where the bank fetches a keyId (bank:D16). */
export async function serveCertificates(files: () => readonly string[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const pem = files()
      .map(file => readFileSync(file, 'utf8'))
      .find(text => request.url?.endsWith(`_${certificateFingerprint(text)}`))
    response.writeHead(pem === undefined ? 404 : 200, { 'content-type': 'application/x-pem-file' })
    response.end(pem ?? '')
  })
  const port = await listenHere(server)
  const stop = () => new Promise<void>(resolve => server.close(() => resolve()))
  return { origin: `http://127.0.0.1:${port}`, asked, stop }
}

/** URL of a QSealC served by `origin`. */
export function keyIdOf(origin: string, qsealCert: string): string {
  return `${origin}/certificates/qseal_${certificateFingerprint(readFileSync(qsealCert))}`
}

/** A `Bank` of packages/stet connected to the running one. Close it with `closeBank`. */
export function connect(
  running: RunningBank,
  bankCode: string,
  clientId: string,
  more: Partial<BankOptions> = {},
): Bank {
  const { pki } = running
  return createBank({
    code: bankCode,
    baseUrl: running.baseUrlOf(bankCode),
    screensUrl: running.screensUrlOf(bankCode),
    version: '1.6.2',
    clientId,
    pkce: true,
    seal: { signer: keySigner(readFileSync(pki.qsealKey)), keyId: keyIdOf(running.tppOrigin, pki.qsealCert) },
    tls: { cert: readFileSync(pki.qwacCert), key: readFileSync(pki.qwacKey), ca: readFileSync(pki.ca) },
    limits: { connectMs: 60_000, attendedHeadersMs: 60_000, batchHeadersMs: 60_000, bodyMs: 60_000 },
    ...more,
  })
}

/** Registers our application through the bank's own interface (document 3) and returns its client_id. */
export async function registerApp(running: RunningBank, bankCode = '19870'): Promise<string> {
  const bank = connect(running, bankCode, '')
  try {
    const { accessToken } = await requestRegistrationToken(bank, { presence: null })
    const { clientId } = await registerApplication(bank, accessToken, applicationOf(running), { presence: null })
    return clientId
  } finally {
    await bank.credentials.transport.close()
  }
}

/** The data of our registration, which a test may change. */
function applicationOf(running: RunningBank) {
  return {
    redirect_uris: [running.tppOrigin],
    token_endpoint_auth_method: 'tls_client_auth',
    grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types: ['code'],
    client_name: ourOrder.name,
    scope: 'aisp,pisp',
    contact: { contact_name: 'Service technique', email: 'technique@guichet.example', phone_number: '+33140000000' },
    provider_legal_id: ourOrder.organisationId,
    jwks: { keys: [sealJwk(readFileSync(running.pki.qsealCert), 'qseal-1')] },
    software_id: 'Guichet',
    software_version: '1.0',
  } as const
}

/** A person's live request, as a service would get it. */
export const presence: Presence = {
  ipAddress: '203.0.113.7',
  ipPort: 51_812,
  httpMethod: 'GET',
  at: new Date(),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0)',
  referer: null,
  accept: 'text/html',
  acceptCharset: null,
  acceptEncoding: 'gzip, br',
  acceptLanguage: 'fr-FR,fr;q=0.9',
}

/** A whole link flow: authorize as that person, approve, exchange the code. */
export async function linkAs(bank: Bank, running: RunningBank, person: Person): Promise<TokenSet> {
  const redirectUri = `${running.tppOrigin}/callback/${bank.code}`
  const codeVerifier = createCodeVerifier()
  const url = authorizeUrl(bank, {
    redirectUri,
    scope: 'aisp',
    state: randomUUID(),
    codeChallenge: codeChallengeOf(codeVerifier),
  })
  const callback = await authorizeAs(person, url, 'approve')
  const code = callback.searchParams.get('code')
  if (code === null) throw new Error(`no code: ${callback.searchParams.get('error_description')}`)
  return exchangeCode(bank, { code, redirectUri, codeVerifier }, { presence })
}
