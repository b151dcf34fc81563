import { answer } from '#app/answer.ts'
import { startHandoff } from '#lib/services/connections/app-to-app.ts'

/** The form before leaving that makes a QR code for the phone. */
export const POST = answer(
  'connection.link',
  '/link/[bank]',
  async ({ who, part, page }) => `${page}/phone/${await startHandoff(who, part('bank'))}`,
)
