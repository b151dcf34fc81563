import { answer } from '#app/answer.ts'
import { changeShares } from '#lib/services/household/sharing.ts'
import { ShareInput } from '#lib/views/household.ts'

/** Sets what one shares with one person of the household. */
export const PUT = answer('household.share', ShareInput, ({ who, id, body }) => changeShares(who, id, body, who))
