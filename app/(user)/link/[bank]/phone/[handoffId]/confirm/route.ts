import { answer } from '#app/answer.ts'
import { confirmHandoff } from '#lib/services/connections/app-to-app.ts'

/** Enters the phone's code on the computer. */
export const POST = answer(
  'connection.link',
  '/link/[bank]/phone/[handoffId]',
  async ({ who, part, field, presence }) => {
    const wish = { id: part('handoffId'), code: field('code'), presence: presence() }
    const { connectionId, choosing, flowId } = await confirmHandoff(who, wish)
    return choosing ? `/connections/${connectionId}/consent` : `/link/result/${flowId}`
  },
)
