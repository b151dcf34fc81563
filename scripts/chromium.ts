import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { chromium } from 'playwright'

const usual = [
  // Renders the same pages without a window, in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** An installed browser: CHROMIUM_PATH, the system's, else Playwright's. Null if there is none. */
export function findChromium(): string | null {
  return [process.env.CHROMIUM_PATH, ...usual, chromium.executablePath()].find(path => path && existsSync(path)) ?? null
}

/** Finds Chromium, or installs Debian's package if this user may. Throws with the remedy otherwise. */
export function ensureChromium(report: (step: string) => void): string {
  const found = findChromium()
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && userInfo().uid === 0) {
    report('No Chromium here: installing Debian’s package (apt-get install chromium-headless-shell) …')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      const installed = findChromium()
      if (installed) return installed
    }
  }
  throw new Error(
    'There is no Chromium for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
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
