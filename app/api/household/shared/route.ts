import { answer } from '#app/answer.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'

export const GET = answer(async ({ who }) => ({ accounts: await listShared(who.userId) }))
