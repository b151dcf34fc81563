import { answer } from '#app/answer.ts'
import { agreeToApp } from '#lib/services/apps/allow.ts'

/** Allows what the review showed. Field hash. */
export const POST = answer('app.allow', '/settings/apps/[id]/review', async ({ who, id, field }) => {
  await agreeToApp(who, id, field('hash'), who)
  return `/settings/apps/${id}?notice=agreed`
})
