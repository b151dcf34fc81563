import { answer } from '#app/answer.ts'
import { cancelHandoff } from '#lib/services/connections/app-to-app.ts'

/** Cancels from the computer. */
export const POST = answer('connection.link', '/link/[bank]', async ({ who, part }) => {
  const { bankCode } = await cancelHandoff(who, part('handoffId'))
  return `/link/${encodeURIComponent(bankCode)}`
})
