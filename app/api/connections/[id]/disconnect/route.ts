import { answer } from '#app/answer.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'

export const POST = answer('connection.disconnect', async ({ who, id, presence }) => {
  const { revoked } = await disconnect(who, id, presence())
  return { revoked }
})
