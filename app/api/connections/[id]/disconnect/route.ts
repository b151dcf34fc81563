import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'

export const POST = guarded(
  'connection.disconnect',
  answer(async ({ session, params, presence }) => {
    const { revoked } = await disconnect(session.userId, params.id ?? '', presence())
    return { revoked }
  }),
)
