import { answerMember } from '#app/api/merchant/answer-member.ts'
import { takeOverKey } from '#lib/services/merchant/api-keys.ts'

/** Makes the owner who asks the holder of a key. */
export const POST = answerMember('key.take_over', ({ who, id }) => takeOverKey(who, id))
