import { answer } from '#app/answer.ts'
import { endApp } from '#lib/services/apps/allow.ts'

export const POST = answer('app.end', '/settings/apps/[id]', async ({ who, id, page }) => {
  await endApp(who, id)
  return page
})
