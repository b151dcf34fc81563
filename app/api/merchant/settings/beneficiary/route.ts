import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { typedLine } from '#lib/domain/text/person.ts'
import { changeBeneficiary, withdrawBeneficiary } from '#lib/services/merchant/beneficiary.ts'

const Typed = z.object({ name: typedLine(300), iban: typedLine(80), bic: typedLine(40) })

/** Sets the beneficiary account (C24). */
export const PUT = answerMember('beneficiary.change', async ({ actor, body }) =>
  changeBeneficiary(actor, await body(Typed)),
)

/** Withdraws a pending change. */
export const DELETE = answerMember('beneficiary.withdraw', ({ actor }) => withdrawBeneficiary(actor))
