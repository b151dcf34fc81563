import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeBeneficiary, withdrawBeneficiary } from '#lib/services/merchant/beneficiary.ts'
import { BeneficiaryInput } from '#lib/views/organisation.ts'

/** Sets the beneficiary account (C24). */
export const PUT = answerMember('beneficiary.change', BeneficiaryInput, ({ who, body }) => changeBeneficiary(who, body))

/** Withdraws a pending change. */
export const DELETE = answerMember('beneficiary.withdraw', ({ who }) => withdrawBeneficiary(who))
