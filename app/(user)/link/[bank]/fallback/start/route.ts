import { answer } from '#app/answer.ts'
import { openFallback } from '#lib/services/connections/fallback.ts'

/** The form of the emergency page: redirects to the bank's own login page while the person is present. */
export const POST = answer(
  'fallback.open',
  '/link/[bank]/fallback',
  async ({ who, part, presence }) => (await openFallback(who, part('bank'), presence())).href,
)
