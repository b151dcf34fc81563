import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeRepresentative } from '#lib/services/merchant/activation.ts'
import { RepresentativeInput } from '#lib/views/activation.ts'

export const PUT = answerMember('activation.representative', RepresentativeInput, ({ who, body }) =>
  changeRepresentative(who, body),
)
