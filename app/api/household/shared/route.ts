import { answer } from '#app/problem.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'

export const GET = answer(async ({ session }) => ({ accounts: await listShared(session.userId) }))
