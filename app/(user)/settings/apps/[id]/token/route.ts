import { answer } from '#app/answer.ts'
import { renewSetup } from '#lib/services/apps/allow.ts'

/** A new setup token, in place of one that was not used. */
export const POST = answer('app.setup', '/settings/apps/[id]', async ({ who, id, page }) => {
  await renewSetup(who, id, who)
  return page
})
