import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { disconnect, previewDisconnect } from '#lib/services/connections/disconnect.ts'

export const GET = answer(({ session, params }) => previewDisconnect(session.userId, params.id ?? ''))

export const POST = guarded(
  'connection.disconnect',
  answer(async ({ session, params, presence }) => {
    const { revoked } = await disconnect(session.userId, params.id ?? '', presence())
    return { revoked }
  }),
)
