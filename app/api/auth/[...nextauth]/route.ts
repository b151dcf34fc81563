import { handlers } from '#app/api/auth/auth.ts'
import { guarded } from '#app/guarded.ts'

export const { GET } = handlers
export const POST = guarded('session.open', handlers.POST)
