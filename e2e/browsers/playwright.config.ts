import { defineConfig } from '@playwright/test'
import journeys from '#root/playwright.config.ts'

/** `npm run soak -- browsers`: a person's main ways in browsers that Playwright can't drive, with the journeys' stack. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../../.data/test/playwright-browsers',
  globalSetup: '../../testing/browser/start-stack.ts',
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  workers: 1,
  reporter: 'list',
})
