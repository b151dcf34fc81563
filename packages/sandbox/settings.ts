/** Settings of the bank. Port 0 asks the operating system for a free one. */
export type Settings = {
  /** Folder of `pki/` and the store. */
  readonly dataDir: string
  /** File of the store; `:memory:` in tests that need no durability. */
  readonly storePath: string
  /** What was acknowledged is on the disk, and survives a power cut. */
  readonly syncs: boolean
  readonly apiPort: number
  readonly screensPort: number
  readonly listen: string
  /** bank:D10 */
  readonly accessTokenSeconds: number
  /** Time limit of a customer from the first screen of an authorization or a payment to the last. */
  readonly authorizationSeconds: number
  /** bank:D8: a refresh returns a new refresh token instead of the same. */
  readonly rotateRefresh: boolean
  /** Token and revocation requests without a `Signature` are refused (bank:D61). */
  readonly signedOauth: boolean
  /** Days between two strong authentications of a PSU, by law (document 1, tokens); 180 at most. */
  readonly legalDelayDays: number
  /** The bank's own rule, shorter than the law; 0 for none. */
  readonly bankDelayDays: number
  /** Calls per minute and organisation; 0 for no limit. */
  readonly callsPerMinute: number
  /** The dedicated interface is out of service: 503 for data and registration, while OAuth and fallback work. */
  readonly interfaceDown: boolean
  /** bank:D19 */
  readonly pageAccounts: number
  readonly pageTransactions: number
  /** Addresses that may use the control desk; `loopback` is this machine, `any` is everyone. */
  readonly deskAllow: readonly string[]
  /** Folder of the certificate with which the screens answer https too (`packages/local-tls`); null for http alone. */
  readonly localTls: string | null
  /** The command that makes the certificates of a further TPP, for the start page. */
  readonly keysCommand: string
  /** Origin of the guided tour, which may show the customers' screens in a frame; null for none. */
  readonly tourOrigin: string | null
}

/**
 * Reads the settings from the environment, with the documented defaults. Throws an Error that names the variable if a value is
 * not a number in its range.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const dataDir = env.GUICHET_DATA || '.data'
  const number = numbersOf(env)
  return {
    dataDir,
    storePath: `${dataDir}/sandbox.db`,
    syncs: number('SANDBOX_SYNC', 1, 0, 1) === 1,
    apiPort: number('SANDBOX_API_PORT', 8443, 0, 65_535),
    screensPort: number('SANDBOX_SCREENS_PORT', 8080, 0, 65_535),
    listen: env.SANDBOX_LISTEN || '127.0.0.1',
    accessTokenSeconds: number('SANDBOX_ACCESS_TOKEN_SECONDS', 900, 1, 86_400),
    authorizationSeconds: number('SANDBOX_AUTHORIZATION_SECONDS', 600, 1, 86_400),
    rotateRefresh: number('SANDBOX_ROTATE_REFRESH', 0, 0, 1) === 1,
    signedOauth: number('SANDBOX_SIGNED_OAUTH', 0, 0, 1) === 1,
    legalDelayDays: number('SANDBOX_LEGAL_DELAY_DAYS', 180, 1, 180),
    bankDelayDays: number('SANDBOX_BANK_DELAY_DAYS', 0, 0, 180),
    callsPerMinute: number('SANDBOX_CALLS_PER_MINUTE', 0, 0, 1_000_000),
    interfaceDown: number('SANDBOX_INTERFACE_DOWN', 0, 0, 1) === 1,
    pageAccounts: number('SANDBOX_PAGE_ACCOUNTS', 20, 1, 1_000),
    pageTransactions: number('SANDBOX_PAGE_TRANSACTIONS', 100, 1, 10_000),
    deskAllow: (env.SANDBOX_DESK_ALLOW || 'loopback').split(',').map(word => word.trim()),
    localTls: env.LOCAL_TLS || null,
    keysCommand: 'npm run keys --',
    tourOrigin: readTourOrigin(env.TOUR_ORIGIN),
  }
}

function readTourOrigin(given: string | undefined): string | null {
  if (!given) return null
  if (/^https?:\/\/tour\.localhost:\d+$/.test(given)) return given
  throw new Error(`TOUR_ORIGIN is "${given}": give https://tour.localhost:<port>, or nothing.`)
}

function numbersOf(env: Readonly<Record<string, string | undefined>>) {
  return (name: string, preset: number, min: number, max: number): number => {
    const text = env[name]
    if (text === undefined || text === '') return preset
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  }
}
