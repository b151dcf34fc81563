import { defineConfig } from '@playwright/test'
import { findProgram, manyWindowsArgs } from '#scripts/checks/programs.ts'
import { trustingArgs } from '#testing/browser/stack-settings.ts'

/** `npm run soak -- journeys`. */
const isLong = process.env.JOURNEYS === 'all'
const executablePath = findProgram('chromium')
const ofAll = '**/{certificates,tour-clock}.spec.ts'
const ofTour = '**/{tour,tour-faults,tour-walk}.spec.ts'

export default defineConfig({
  testDir: 'e2e/journeys',
  projects: [
    // The longest file begins first: last, it would run alone for a minute and a half.
    { name: 'tour', testMatch: ofTour },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: [ofAll, ofTour] },
    // Changes the certificates, the registration and the clocks of the whole stack, so everything else is done.
    {
      name: 'clocks',
      testMatch: ofAll,
      dependencies: ['tour', 'journeys'],
      fullyParallel: false,
      workers: 1,
    },
  ],
  outputDir: '.data/test/playwright',
  globalSetup: './testing/browser/start-stack.ts',
  fullyParallel: false,
  // A third fills the time in which the others wait for a bank, a mail or a round of the worker.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // They bound a journey that hangs, on a machine where everything else is busy too.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Requests that a worker makes can't be held back or answered by a test; those about it allow it.
    serviceWorkers: 'block',
    // A trace of every step and moving pages cost a third of the time: the long form has both.
    trace: isLong ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: isLong ? 'no-preference' : 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: { args: [...manyWindowsArgs, ...trustingArgs], ...(executablePath ? { executablePath } : {}) },
  },
})
