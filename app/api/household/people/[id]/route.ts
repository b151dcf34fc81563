import { answer } from '#app/problem.ts'
import { ShareInput } from '#lib/domain/household-view.ts'
import { changeShares, readHousehold } from '#lib/services/household/household.ts'

/** What I show one person of my household. */
export const PUT = answer(async ({ session, params, body }) => {
  await changeShares(session.userId, params.id ?? '', await body(ShareInput))
  return readHousehold(session.userId)
})
