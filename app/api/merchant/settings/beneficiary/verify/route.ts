import { answerMember } from '#app/api/merchant/answer-member.ts'
import { checkBeneficiary } from '#lib/services/merchant/beneficiary.ts'
import { BeneficiaryInput } from '#lib/views/organisation.ts'

/** Whether the name is that of the account's holder, before the account is set. */
export const POST = answerMember('beneficiary.verify', BeneficiaryInput, ({ who, body, presence }) =>
  checkBeneficiary(who, body, presence()),
)
