import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { changeShares, readHousehold } from '#lib/services/household/sharing.ts'
import { ShareInput } from '#lib/views/household.ts'

/** Sets what one shares with one person of the household. */
export const PUT = guarded(
  'household.share',
  answer(async ({ session, params, body }) => {
    await changeShares(session.userId, params.id ?? '', await body(ShareInput), session)
    return readHousehold(session.userId)
  }),
)
