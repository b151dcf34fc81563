import { isAcceptableUri } from '#sandbox/wire/redirect-uris.ts'

/** Lowest version of the bank's app that handles an authorize request (§ App-to-app activation). */
export const leastAppVersion = '6.4.0'

/** Versions offered by the sandbox's switch: one too old, the lowest, a current one. */
export const appVersions = ['6.3.2', '6.4.0', '7.1.0'] as const

/** The app installed on the phone that this browser simulates, by the switch. */
export type InstalledApp = { readonly version: string; readonly opened: boolean }

/** What decides whether the bank's app or a web view in the phone's browser opens. */
export type AppFacts = {
  readonly userAgent: string | null
  /** `Sec-CH-UA-Mobile`, if the browser sends it. */
  readonly clientHintMobile: string | null
  readonly segments: readonly ('retail' | 'professional')[]
  readonly app: InstalledApp | null
  /** `generic`: authorize was called on the live host without the bank's code. */
  readonly liveHost: 'bank' | 'generic'
  readonly redirectUri: string
  readonly declaredUris: readonly string[]
}

/** The conditions of § App-to-app activation in the order they are checked. */
export const appConditions = [
  'on_phone',
  'retail',
  'bank_host',
  'installed',
  'opened_once',
  'version',
  'universal_link',
] as const
export type AppCondition = (typeof appConditions)[number]

/** Where the screens are shown. The first condition that is not met is the reason for the web view. */
export type Surface =
  | { readonly surface: 'app'; readonly version: string }
  | { readonly surface: 'web'; readonly because: AppCondition }

/** The bank's app if every condition of § App-to-app activation is met, else the web view. */
export function chooseSurface(facts: AppFacts): Surface {
  const missing = appConditions.find(condition => !holds(condition, facts))
  if (missing !== undefined || facts.app === null) return { surface: 'web', because: missing ?? 'installed' }
  return { surface: 'app', version: facts.app.version }
}

/** Whether one condition is met. */
export function holds(condition: AppCondition, facts: AppFacts): boolean {
  return judgements[condition](facts)
}

const judgements: Readonly<Record<AppCondition, (facts: AppFacts) => boolean>> = {
  on_phone: isOnPhone,
  retail: facts => facts.segments.includes('retail'),
  bank_host: facts => facts.liveHost === 'bank',
  installed: facts => facts.app !== null,
  opened_once: facts => facts.app?.opened === true,
  version: facts => facts.app !== null && compareVersions(facts.app.version, leastAppVersion) >= 0,
  universal_link: facts => isDeclared(facts.declaredUris, facts.redirectUri),
}

// By the client hint or the user agent; a tablet's has no "Mobile" in it, so it gets the web screens.
function isOnPhone({ userAgent, clientHintMobile }: AppFacts): boolean {
  return clientHintMobile === '?1' || /\b(iPhone|iPod)\b|^(?=.*\bAndroid\b).*\bMobile\b/.test(userAgent ?? '')
}

// A universal link opens the TPP's app only under the exact address declared for it, so an origin is not enough. In the
// sandbox, plain HTTP on loopback counts as such an address (bank:D16).
function isDeclared(declared: readonly string[], redirectUri: string): boolean {
  return isAcceptableUri(redirectUri) && declared.includes(redirectUri)
}

/** Compares `6.10.0` with `6.4.0` number by number: negative if `one` is older. An invalid version is the oldest. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

function partsOf(version: string): number[] {
  return /^\d{1,4}(\.\d{1,4}){2}$/.test(version) ? version.split('.').map(Number) : []
}

/** Parses the switch's cookie: `6.4.0` or `6.4.0-new` (installed, never opened). */
export function readInstalledApp(cookie: string | undefined): InstalledApp | null {
  const [, version, isNew] = /^(\d{1,4}\.\d{1,4}\.\d{1,4})(-new)?$/.exec(cookie ?? '') ?? []
  return version === undefined ? null : { version, opened: isNew === undefined }
}

/** The cookie that `readInstalledApp` reads. */
export function writeInstalledApp(app: InstalledApp): string {
  return app.opened ? app.version : `${app.version}-new`
}
