import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { chromium } from 'playwright'

const browsers = {
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
} as const
type BrowserName = keyof typeof browsers

/** An installed browser: the one its variable names, the system's, else Playwright's. Null if there is none. */
export function findBrowser(name: BrowserName): string | null {
  const { variable, usual } = browsers[name]
  return [process.env[variable], ...usual].find(path => path && existsSync(path)) ?? null
}

/** Finds a browser, or installs Debian's package if this user may. Throws with the remedy otherwise. */
export function ensureBrowser(name: BrowserName, report: (step: string) => void): string {
  const { called, variable, packages } = browsers[name]
  const found = findBrowser(name)
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && userInfo().uid === 0) {
    report(`No ${called} here: installing Debian’s package (apt-get install ${packages[0].join(' ')}) …`)
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const one of packages) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...one], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      const installed = findBrowser(name)
      if (installed) return installed
    }
  }
  throw new Error(`There is no ${called} for the browser tests. Install it, or set ${variable} to one.`)
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
