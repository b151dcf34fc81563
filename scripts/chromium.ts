import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { chromium } from 'playwright'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser that is there: CHROMIUM_PATH, Playwright's own, else the system's. Null when there is none. */
export function findChromium(): string | null {
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...usual].find(path => path && existsSync(path)) ?? null
}

/** Finds Chromium or installs it: Playwright's own build, else Debian's package where this user may install packages. */
export function ensureChromium(report: (step: string) => void): string {
  const found = findChromium()
  if (found) return found
  report('No Chromium here: trying Playwright’s own (npx playwright install chromium) …')
  spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  if (!findChromium() && existsSync('/usr/bin/apt-get') && userInfo().uid === 0) {
    report('Playwright’s browser could not be had: installing Debian’s package (apt-get install chromium) …')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const installed = findChromium()
  if (!installed)
    throw new Error('There is no Chromium for the browser tests. Install chromium, or set CHROMIUM_PATH to one.')
  return installed
}

/** Switches that keep a headless Chromium quiet and, as root, able to start. */
export const chromiumArgs = [
  ...(userInfo().uid === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
