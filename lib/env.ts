import { z } from 'zod'

/** Read on first use, because `next build` runs without secrets. `readEnv` checks one variable, `loadEnv` all. */

const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const filePath = z.string().min(1)
const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform(value => value === '1')

const vaultKeyPattern = /^[A-Za-z0-9._-]{1,32}:[A-Za-z0-9_-]{43}$/
/** `kid:base64url32bytes`, by commas or line breaks; the first encrypts. */
export const VaultKeys = z
  .string()
  .transform(text =>
    text
      .trim()
      .split(/[,\n]/)
      .map(entry => entry.trim()),
  )
  .refine(entries => entries.every(entry => vaultKeyPattern.test(entry)), 'is no list of kid:base64url32bytes')
  .transform(entries =>
    entries.map(entry => ({ kid: entry.slice(0, entry.indexOf(':')), key: entry.slice(entry.indexOf(':') + 1) })),
  )
  .refine(keys => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'names a kid twice')
export type VaultKeys = z.infer<typeof VaultKeys>

function faultOfKeys(text: string): string {
  return VaultKeys.safeParse(text).error?.issues[0]?.message ?? 'is wrong'
}

/** Written to `.env.example` (scripts/docs/env-example.ts). */
const fields = {
  GUICHET_DATA: z.string().min(1).default('.data').describe('The data folder of the demonstration.'),
  LISTEN: z
    .union([z.ipv4(), z.ipv6()])
    .default('127.0.0.1')
    .describe('The address that the application and the worker listen on (C59).'),
  PORT: count(3000).describe('The port of the application.'),
  WORKER_PORT: count(3001).describe('The port on which a worker answers health checks.'),
  APP_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .transform(url => url.replace(/(?<!\/)\/+$/, ''))
    .describe('The public address; other hosts are refused.'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('PostgreSQL, version 15 or later.'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('The same database without a pooler, if DATABASE_URL goes through one (docs/operations/install.md).'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe('Connections to the database that a process keeps at most.'),
  AUTH_SECRET: z.string().min(32).describe('Makes links in mails, signs alerts; the same in all processes.'),
  VAULT_KEYS: z
    .string()
    .refine(text => VaultKeys.safeParse(text).success, { error: ({ input }) => faultOfKeys(String(input)) })
    .optional()
    .describe(
      'Encrypt what is secret in the database: the first one encrypts, all decrypt. Keep them apart from its backups.',
    ),
  VAULT_KEYS_FILE: filePath.optional().describe('Instead: a file with these keys, readable by this user alone.'),
  VAULT_KEYS_COMMAND: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Instead: a command that prints these keys, run once at the start, e.g. to have them decrypted by a KMS.',
    ),
  VAULT_LOST: flag.describe(
    "Start although the vault's keys open nothing in the database, because its keys are lost: 1 or 0.",
  ),
  TPP_QWAC_CERT: filePath.describe('Opens the connection to banks (QWAC).'),
  TPP_QWAC_KEY: filePath.describe('Its key, readable by this user alone.'),
  TPP_QSEAL_CERT: filePath.describe('Signs every request to a bank (QSealC).'),
  TPP_QSEAL_KEY: filePath.describe('Its key: a file readable by this user alone, or signer:<key>.'),
  BANK_CA: filePath.describe("Who may have issued the banks' certificates."),
  SIGNER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The HTTP signer of keys named signer:… (docs/operations/install.md): https, or http on this machine.'),
  SIGNER_TOKEN: z.string().min(16).optional().describe('Sent to the signer as Authorization: Bearer <token>.'),
  SIGNER_CERT: filePath.optional().describe('Our certificate for mutual TLS with the signer (PEM).'),
  SIGNER_KEY: filePath.optional().describe('Its key, readable by this user alone.'),
  SIGNER_CA: filePath
    .optional()
    .describe("Who may have issued the signer's certificate; by default the system's authorities."),
  TRUSTED_PROXIES: count(0).describe("How many of your proxies are in front: decides which address is the person's."),
  GUICHET_WORKER: flag.describe('Whether the application runs background work too: 1 or 0.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least level that is logged.'),
  LEGAL_NAME: z.string().min(1).default('Guichet SAS').describe("Your legal name, as in the authority's register."),
  LEGAL_AUTHORISATION: z
    .string()
    .min(1)
    .default('PSDFR-ACPR-17843')
    .describe('Your authorisation number: country, authority, number.'),
  LEGAL_CONTACT: z
    .string()
    .min(1)
    .default('contact@guichet.example')
    .describe('A mail address that banks and customers can write to.'),
  LEGAL_SCOPE: z
    .string()
    .regex(/^(aisp|pisp|cbpii)(,(aisp|pisp|cbpii)){0,2}$/)
    .default('aisp,pisp')
    .describe('The roles we register for at banks, limited by authorisation and certificates (document 3).'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('An OpenTelemetry collector, e.g. http://localhost:4318; without it no spans are created.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Required for /metrics from other machines: Authorization: Bearer <token>.'),
  SANDBOX_API_PORT: count(8443).describe("The port of the sandbox bank's interface."),
  SANDBOX_SCREENS_PORT: count(8080).describe("The port of the sandbox bank's pages."),
  LOCAL_TLS: z
    .string()
    .min(1)
    .optional()
    .describe('Of a demonstration: the folder of the certificate with which it answers https besides http.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The mail server, with TLS unless it is this machine; without it notices appear in the application only.',
    ),
  MAIL_FROM: z.string().min(3).default('Guichet <notices@guichet.example>').describe('The sender of mails.'),
  WEBHOOK_LOOPBACK: flag.describe(
    'Whether webhooks of test mode may go to http://localhost, for trial installations: 1 or 0.',
  ),
  WEBHOOK_SENDERS: z
    .string()
    .regex(/^[0-9a-f.:]+(\/\d{1,3})?( [0-9a-f.:]+(\/\d{1,3})?)*$/)
    .optional()
    .describe(
      'Addresses or networks that webhooks come from, told to merchants for their firewalls. Default: none is told.',
    ),
  BANK_SCREENS: z
    .string()
    .regex(/^(https?:\/\/[A-Za-z0-9.*:-]+)( https?:\/\/[A-Za-z0-9.*:-]+)*$/)
    .optional()
    .describe(
      "Origins of the banks' authorisation pages, for the content security policy. Default: the sandbox bank's.",
    ),
}

export const Env = z.object(fields)
export type Env = z.infer<typeof Env>

export const remedies: { readonly [name in keyof Env]?: string } = {
  DATABASE_URL: 'set it to postgresql://user:password@host:port/database (npm run demo makes one)',
  DATABASE_DIRECT_URL: 'set it to postgresql://user:password@host:port/database, the address of PostgreSQL itself',
  AUTH_SECRET: 'set it to at least 32 random characters: openssl rand -base64 33',
  VAULT_KEYS:
    'set it to kid:base64url32bytes, separated by commas: echo "k1:$(openssl rand -base64 32 | tr +/ -_ | tr -d =)"',
  VAULT_KEYS_FILE: 'set it to a file of mode 0400 or 0600, with the keys separated by commas or lines',
  VAULT_KEYS_COMMAND: 'set it to a shell command that ends within 10 s (docs/operations/install.md)',
  TPP_QWAC_CERT: 'set it to the PEM file of the website certificate with its chain (npm run keys makes one)',
  TPP_QWAC_KEY: 'set it to the PEM file of the website certificate’s key, mode 0600',
  TPP_QSEAL_CERT: 'set it to the PEM file of the seal certificate (npm run keys makes one)',
  TPP_QSEAL_KEY:
    'set it to the PEM file of the seal certificate’s key, mode 0600, or to a key at your signer: signer:qseal-2026',
  BANK_CA: 'set it to the PEM file of the authorities that bank certificates are checked against',
  APP_URL: 'set it to the address people see, e.g. https://guichet.example',
  LISTEN: 'set it to an address of this machine: 127.0.0.1 for itself alone, 0.0.0.0 for all',
  SMTP_URL:
    'set it to smtp://user:password@host:port (?ignoreTLS=true without TLS) or smtps://…, or leave it out to send no mail',
  LEGAL_NAME: 'set it to your legal name, as in the authority’s register',
  LEGAL_CONTACT: 'set it to a mail address that is read',
  DATABASE_POOL: 'set it to a number from 2 to 100, or leave it out for 10',
  LEGAL_SCOPE: 'set it to a list such as aisp,pisp',
  METRICS_TOKEN: 'set it to at least 16 random characters, or leave it out: openssl rand -base64 24',
  SIGNER_URL: 'set it to the address of your signer, e.g. https://signer.internal/sign',
  SIGNER_TOKEN: 'set it to at least 16 random characters, or leave it out: openssl rand -base64 24',
  BANK_SCREENS: 'set it to origins separated by one space, e.g. https://*.bank.example',
}

/** LISTEN and migrations need a session of their own. */
export function readDirectDatabaseUrl(): string {
  return readEnv('DATABASE_DIRECT_URL') ?? readEnv('DATABASE_URL')
}

/** Exactly one is set. */
export const vaultSources = ['VAULT_KEYS', 'VAULT_KEYS_FILE', 'VAULT_KEYS_COMMAND'] as const

/** Throws BadEnvironment for none or several. */
export function readVaultSource(): (typeof vaultSources)[number] {
  const [first, second] = vaultSources.filter(name => rawValue(name) !== undefined)
  if (first === undefined) throw new BadEnvironment(`VAULT_KEYS is missing: ${remedies.VAULT_KEYS}`)
  if (second !== undefined) throw new BadEnvironment(`${first} and ${second} are both set: keep one of them`)
  return first
}

/** Names variables and remedies, never a value. */
export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment'
}

function faultOf(name: string, error: z.ZodError): string {
  const missing = process.env[name] === undefined || process.env[name] === ''
  const fault = missing ? 'is missing' : (error.issues[0]?.message ?? 'is wrong')
  const remedy = Object.entries(remedies).find(([known]) => known === name)?.[1]
  return remedy ? `${name} ${fault}: ${remedy}` : `${name}: ${fault}`
}

/** `FOO=` is not set. */
function rawValue(name: string): string | undefined {
  return process.env[name] === '' ? undefined : process.env[name]
}

/** Throws BadEnvironment. */
export function readEnv<Name extends keyof Env>(name: Name): Env[Name] {
  const result = Env.shape[name].safeParse(rawValue(name))
  if (!result.success) throw new BadEnvironment(faultOf(name, result.error))
  return result.data as Env[Name]
}

/** Their defaults are those of the demonstration. */
const ofPublic = ['LEGAL_NAME', 'LEGAL_CONTACT', 'BANK_SCREENS'] as const

/** Whether others than this machine are meant to come. */
function isPublic(appUrl: string | undefined): boolean {
  if (appUrl === undefined || !URL.canParse(appUrl)) return false
  const { protocol, hostname } = new URL(appUrl)
  return protocol === 'https:' && !isThisMachine(hostname)
}

export function isThisMachine(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** Throws BadEnvironment with every fault. */
export function loadEnv(): Env {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const name of Env.keyof().options) {
    const result = Env.shape[name].safeParse(rawValue(name))
    if (result.success) values[name] = result.data
    else faults.push(faultOf(name, result.error))
  }
  if (isPublic(rawValue('APP_URL'))) {
    for (const name of ofPublic) if (rawValue(name) === undefined) faults.push(`${name} is missing: ${remedies[name]}`)
  }
  try {
    readVaultSource()
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  if (faults.length > 0) throw new BadEnvironment(`The environment is not fit to start:\n  ${faults.join('\n  ')}`)
  return values as Env
}
