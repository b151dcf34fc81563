import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '#scripts/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: '.data/test/playwright',
  globalSetup: './e2e/start-house.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
})
