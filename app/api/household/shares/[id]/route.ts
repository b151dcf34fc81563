import { answer } from '#app/answer.ts'
import { endShare } from '#lib/services/household/sharing.ts'

export const DELETE = answer('household.share_end', ({ who, id }) => endShare(who, id))
