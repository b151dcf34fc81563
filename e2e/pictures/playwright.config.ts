import { defineConfig } from '@playwright/test'
import journeys from '#root/playwright.config.ts'

/** `npm run soak -- pictures`: every page in each language, width and colour scheme, with the journeys' stack. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../../.data/test/playwright-pictures',
  globalSetup: '../../testing/browser/start-stack.ts',
  timeout: 3_600_000,
  use: { ...journeys.use, actionTimeout: 20_000, navigationTimeout: 30_000, trace: 'off' },
  workers: 1,
  reporter: 'list',
})
