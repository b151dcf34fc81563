import { isAcceptableUri } from '#sandbox/wire/redirect-uris.ts'

/** Lowest version of the bank's app that takes over an authorize request (§ App-to-app activation). */
export const leastAppVersion = '6.4.0'

/** Versions that the switch of the sandbox offers: one too old, the least, a current one. */
export const appVersions = ['6.3.2', '6.4.0', '7.1.0'] as const

/** What the switch says of the phone that this browser stands for. */
export type InstalledApp = { readonly version: string; readonly opened: boolean }

/** What decides whether the bank's app opens or a web view in the phone's browser. */
export type AppFacts = {
  readonly userAgent: string | null
  /** `Sec-CH-UA-Mobile`, where the browser sends it. */
  readonly clientHintMobile: string | null
  readonly segments: readonly ('retail' | 'professional')[]
  readonly app: InstalledApp | null
  /** `generic`: authorize was called on the live host without the bank's code. */
  readonly liveHost: 'bank' | 'generic'
  readonly redirectUri: string
  readonly declaredUris: readonly string[]
}

/** The conditions of § App-to-app activation in the order they are judged. */
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

/** Where the customer's way is shown. The first condition that does not hold is the reason for the web view. */
export type Surface =
  | { readonly surface: 'app'; readonly version: string }
  | { readonly surface: 'web'; readonly because: AppCondition }

/** The bank's app when every condition of § App-to-app activation holds, else the web view. */
export function chooseSurface(facts: AppFacts): Surface {
  const missing = appConditions.find(condition => !holds(condition, facts))
  if (missing !== undefined || facts.app === null) return { surface: 'web', because: missing ?? 'installed' }
  return { surface: 'app', version: facts.app.version }
}

/** Whether one condition holds. */
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

// Either the browser says so itself, or its name does; a tablet has no "Mobile" in it and gets the web screens.
function isOnPhone({ userAgent, clientHintMobile }: AppFacts): boolean {
  return clientHintMobile === '?1' || /\b(iPhone|iPod)\b|\bAndroid\b.*\bMobile\b/.test(userAgent ?? '')
}

// A universal link opens the TPP's app only under the exact address declared for it: an origin alone does not do. Plain
// HTTP on loopback stands for it here, as elsewhere in the sandbox (D16).
function isDeclared(declared: readonly string[], redirectUri: string): boolean {
  return isAcceptableUri(redirectUri) && declared.includes(redirectUri)
}

/** Compares `6.10.0` with `6.4.0` number by number: negative when `one` is older. What is no version is oldest. */
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

/** Reads the switch out of its cookie: `6.4.0` or `6.4.0-new` (installed, never opened). */
export function readInstalledApp(cookie: string | undefined): InstalledApp | null {
  const [, version, isNew] = /^(\d{1,4}\.\d{1,4}\.\d{1,4})(-new)?$/.exec(cookie ?? '') ?? []
  return version === undefined ? null : { version, opened: isNew === undefined }
}

/** The cookie that `readInstalledApp` reads. */
export function writeInstalledApp(app: InstalledApp): string {
  return app.opened ? app.version : `${app.version}-new`
}
