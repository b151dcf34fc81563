import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** `usual` are paths; a name alone is looked for in PATH. Of `packages` the first that brings the program is enough. */
const programs = {
  chromium: {
    called: 'Chromium or Chrome',
    variable: 'CHROMIUM_PATH',
    usual: [
      // Renders the same pages without a window, in half the time.
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      chromium.executablePath(),
    ],
    packages: [['chromium-headless-shell'], ['chromium']],
  },
  firefox: {
    called: 'Firefox',
    variable: 'FIREFOX_PATH',
    usual: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: [['firefox-esr']],
  },
  webkit: {
    called: 'WebKitWebDriver',
    variable: 'WEBKIT_DRIVER_PATH',
    usual: ['/usr/bin/WebKitWebDriver'],
    // It has no headless form: xvfb-run gives it a screen.
    packages: [['webkit2gtk-driver', 'xvfb', 'xauth']],
  },
  ofxdump: { called: 'ofxdump (libofx)', variable: 'OFXDUMP_PATH', usual: ['ofxdump'], packages: [['ofx']] },
  ofx2qif: { called: 'ofx2qif (libofx)', variable: 'OFX2QIF_PATH', usual: ['ofx2qif'], packages: [['ofx']] },
  hledger: { called: 'hledger', variable: 'HLEDGER_PATH', usual: ['hledger'], packages: [['hledger']] },
  xmllint: { called: 'xmllint (libxml2)', variable: 'XMLLINT_PATH', usual: ['xmllint'], packages: [['libxml2-utils']] },
} as const
export type ProgramName = keyof typeof programs

/** Those that read what we export, for tests of files. */
export const readersOfFiles = ['ofxdump', 'ofx2qif', 'hledger', 'xmllint'] as const satisfies readonly ProgramName[]

/** An installed program: the one its variable names, the system's, else Playwright's. Null if there is none. */
export function findProgram(name: ProgramName): string | null {
  const { variable, usual } = programs[name]
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = usual.flatMap(one => (one.includes('/') ? [one] : folders.map(folder => join(folder, one))))
  return [process.env[variable], ...paths].find(path => path && existsSync(path)) ?? null
}

/** Throws with the remedy if there is none. */
export function requireProgram(name: ProgramName): string {
  const { called, variable, packages } = programs[name]
  const found = findProgram(name)
  if (found) return found
  const names = packages.map(one => one.join(' ')).join(' or ')
  throw new Error(`The tests need ${called}. Install it (Debian: apt-get install ${names}), or set ${variable} to one.`)
}

/** Finds a program, or installs Debian's package if this user may. Throws with the remedy otherwise. */
export function ensureProgram(name: ProgramName, report: (step: string) => void): string {
  const { called, packages } = programs[name]
  const found = findProgram(name)
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && userInfo().uid === 0) {
    report(`No ${called} here: installing Debian’s package (apt-get install ${packages[0].join(' ')}) …`)
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const one of packages) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...one], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      const installed = findProgram(name)
      if (installed) return installed
    }
  }
  return requireProgram(name)
}

/** Flags that keep a headless Chromium quiet and let root start it. */
export const chromiumArgs = [
  ...(userInfo().uid === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Chromium takes the last list alone: Playwright's own that matter here, then ours. */
const unneeded = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'AvoidCorsURLLoaderRestartOnRedirect', 'DestroyProfileOnBrowserClose'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'PaintHolding'],
  ...[
    'LensOverlay',
    'MediaRouter',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ],
  // Pages of the browser's own address bar, and a process kept ready: half of what a new window costs.
  ...['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup', 'PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
]
/** Flags of a Chromium that opens a window for each of many tests. */
export const manyWindowsArgs = [...chromiumArgs, `--disable-features=${unneeded.join(',')}`]
