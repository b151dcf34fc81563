import { answer } from '#app/problem.ts'
import { disconnect, previewDisconnect } from '#lib/services/connections.ts'

export const GET = answer(({ session, params }) => previewDisconnect(session.userId, params.id ?? ''))

export const POST = answer(({ session, params, presence }) => disconnect(session.userId, params.id ?? '', presence()))
