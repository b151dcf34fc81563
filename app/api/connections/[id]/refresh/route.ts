import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'

/** The whole refresh runs within this request, so that presence ends when the person leaves (C19). */
export const POST = guarded(
  'connection.refresh',
  answer(({ session, params, presence, request }) =>
    refreshConnection(session.userId, params.id ?? '', presence(), request.signal),
  ),
)
