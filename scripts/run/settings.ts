import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOrMake } from './made-once.ts'

/** Data folder and ports of a stack, each with the variable that changes it. */
export type StackSettings = {
  dataDir: string
  /** Where the application, the bank and the mailbox's pages listen. The database and the mail server are always local. */
  listen: '127.0.0.1' | '0.0.0.0' | '::'
  appPort: number
  bankPort: number
  screensPort: number
  postgresPort: number
  /** Ports of the demonstration's mailbox: SMTP, and its pages. */
  mailPort: number
  mailboxPort: number
  /** The guided tour's page. */
  tourPort: number
  databaseUrl: string | null
  /** The application, the bank's screens and the tour answer https too, and their addresses begin with it. */
  isTls: boolean
}

export const portVariables = {
  appPort: 'PORT',
  bankPort: 'SANDBOX_API_PORT',
  screensPort: 'SANDBOX_SCREENS_PORT',
  postgresPort: 'PG_PORT',
  mailPort: 'MAILBOX_SMTP_PORT',
  mailboxPort: 'MAILBOX_PORT',
  tourPort: 'TOUR_PORT',
} as const

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment; throws with the variable's name for an invalid port. */
export function readSettings(env: Environment = process.env): StackSettings {
  return {
    dataDir: resolve(env.GUICHET_DATA ?? '.data'),
    listen: readListen(env.LISTEN || '127.0.0.1'),
    appPort: readPort(env, 'PORT', 3000),
    bankPort: readPort(env, 'SANDBOX_API_PORT', 8443),
    screensPort: readPort(env, 'SANDBOX_SCREENS_PORT', 8080),
    postgresPort: readPort(env, 'PG_PORT', 5544),
    mailPort: readPort(env, 'MAILBOX_SMTP_PORT', 2525),
    mailboxPort: readPort(env, 'MAILBOX_PORT', 8025),
    tourPort: readPort(env, 'TOUR_PORT', 3090),
    databaseUrl: env.DATABASE_URL ?? null,
    // Another address is behind a server of its own, or was wished for with http.
    isTls: /^https:\/\/localhost[:/]/.test(env.APP_URL ?? 'https://localhost/'),
  }
}

/** The parts reach each other through 127.0.0.1, so it must be that address or all. */
function readListen(text: string): StackSettings['listen'] {
  if (text === '127.0.0.1' || text === '0.0.0.0' || text === '::') return text
  throw new Error(`LISTEN is "${text}": give 127.0.0.1 (this machine alone), 0.0.0.0 or :: (every address).`)
}

/** The port that a variable names. Throws with the variable's name for anything else. */
export function readPort(env: Environment, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback)
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} is "${text}": give a port from 1 to 65535.`)
  return port
}

/** Secrets made once per data folder, in a file that only its owner can read. */
export function ensureSecrets(dataDir: string): Record<string, string> {
  mkdirSync(dataDir, { recursive: true })
  const secret = () => randomBytes(32).toString('base64url')
  const make = () => `AUTH_SECRET=${secret()}\nVAULT_KEYS=k1:${secret()}\n`
  const pairs = readOrMake(join(dataDir, 'secrets.env'), make)
    .split('\n')
    .filter(line => line.includes('='))
    .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
  return Object.fromEntries(pairs)
}

export const schemeOf = ({ isTls }: Pick<StackSettings, 'isTls'>): 'http' | 'https' => (isTls ? 'https' : 'http')

/** What the parts need to speak https, and to trust each other. */
export function tlsOf({ dataDir, isTls }: Pick<StackSettings, 'dataDir' | 'isTls'>): Record<string, string> {
  const folder = join(dataDir, 'tls')
  return isTls ? { LOCAL_TLS: folder, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } : {}
}

/** The whole environment of the bank and the application, by the settings. */
export function environmentOf(settings: StackSettings, databaseUrl: string): Record<string, string> {
  const pki = join(settings.dataDir, 'pki')
  return {
    ...ensureSecrets(settings.dataDir),
    NODE_ENV: 'production',
    GUICHET_DATA: settings.dataDir,
    LISTEN: settings.listen,
    SANDBOX_LISTEN: process.env.SANDBOX_LISTEN ?? settings.listen,
    PORT: String(settings.appPort),
    APP_URL: process.env.APP_URL ?? `${schemeOf(settings)}://localhost:${settings.appPort}`,
    ...tlsOf(settings),
    DATABASE_URL: databaseUrl,
    SANDBOX_API_PORT: String(settings.bankPort),
    SANDBOX_SCREENS_PORT: String(settings.screensPort),
    TPP_QWAC_CERT: join(pki, 'tpp/qwac.pem'),
    TPP_QWAC_KEY: join(pki, 'tpp/qwac.key'),
    TPP_QSEAL_CERT: join(pki, 'tpp/qseal.pem'),
    TPP_QSEAL_KEY: join(pki, 'tpp/qseal.key'),
    BANK_CA: join(pki, 'ca.pem'),
    LEGAL_NAME: process.env.LEGAL_NAME ?? 'Guichet SAS',
    LEGAL_AUTHORISATION: process.env.LEGAL_AUTHORISATION ?? 'PSDFR-ACPR-17843',
    LEGAL_CONTACT: process.env.LEGAL_CONTACT ?? 'contact@guichet.example',
    SMTP_URL: process.env.SMTP_URL ?? `smtp://127.0.0.1:${settings.mailPort}`,
    GUICHET_WORKER: '1',
    // Only local users: webhooks of test mode may go to a shop on this machine.
    WEBHOOK_LOOPBACK: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}
