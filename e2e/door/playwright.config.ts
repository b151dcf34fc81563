import { defineConfig } from '@playwright/test'
import journeys from '#root/playwright.config.ts'

/** `npm run soak -- door`: the way into Actual in a browser, with the journeys' stack; takes the pictures of /docs/apps. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  projects: [{ name: 'door', testMatch: '*.spec.ts' }],
  outputDir: '../../.data/test/playwright-door',
  globalSetup: '../../testing/browser/start-stack.ts',
  workers: 1,
  reporter: 'list',
})
