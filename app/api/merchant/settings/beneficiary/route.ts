import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { changeBeneficiary } from '#lib/services/merchant/organisations.ts'

const Typed = z.object({ name: z.string().max(300), iban: z.string().max(80), bic: z.string().max(40) })

/** Names the account that payers pay to; for owners who gave their password just now (C24). */
export const PUT = guarded(
  'beneficiary.change',
  answerMember(async ({ session, organisation, body }) =>
    changeBeneficiary(session.userId, organisation.id, await body(Typed), session),
  ),
)
