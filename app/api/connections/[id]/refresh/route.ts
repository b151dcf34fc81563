import { answer } from '#app/answer.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'

/** The whole refresh runs within this request, so that presence ends when the person leaves (C19). */
export const POST = answer('connection.refresh', ({ who, id, presence, request }) =>
  refreshConnection(who, id, presence(), request.signal),
)
