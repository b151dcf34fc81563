import { answerMember } from '#app/api/merchant/answer-member.ts'
import { removeDocument } from '#lib/services/merchant/documents.ts'

export const DELETE = answerMember('activation.document', ({ who, id }) => removeDocument(who, id))
