import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'

/** The whole refresh runs inside this request: when the person leaves, so does their presence (C19). */
export const POST = guarded(
  'connection.refresh',
  answer(({ session, params, presence, request }) =>
    refreshConnection(session.userId, params.id ?? '', presence(), request.signal),
  ),
)
