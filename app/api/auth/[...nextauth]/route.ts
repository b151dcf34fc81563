import { handlers } from '#app/api/auth/auth.ts'

export const { GET, POST } = handlers
