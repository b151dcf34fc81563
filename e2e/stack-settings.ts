import { resolve } from 'node:path'
import type { StackSettings } from '#scripts/settings.ts'

/** Other ports than the demonstration's, so that both can run. */
export const settings: StackSettings = {
  dataDir: resolve('.data', 'journeys'),
  listen: '127.0.0.1',
  appPort: Number(process.env.E2E_PORT ?? 3200),
  bankPort: Number(process.env.E2E_API_PORT ?? 8643),
  screensPort: Number(process.env.E2E_SCREENS_PORT ?? 8280),
  postgresPort: Number(process.env.E2E_PG_PORT ?? 5644),
  mailPort: Number(process.env.E2E_MAILBOX_SMTP_PORT ?? 2625),
  mailboxPort: Number(process.env.E2E_MAILBOX_PORT ?? 8125),
  tourPort: Number(process.env.E2E_TOUR_PORT ?? 3190),
  databaseUrl: null,
}

export const appUrl = `http://localhost:${settings.appPort}`
export const mailboxUrl = `http://127.0.0.1:${settings.mailboxPort}`
export const bankStartPage = `http://sandbox.localhost:${settings.screensPort}`
