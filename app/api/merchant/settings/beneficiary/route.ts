import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { typedLine } from '#lib/domain/person-text.ts'
import { changeBeneficiary, withdrawBeneficiary } from '#lib/services/merchant/beneficiary.ts'

const Typed = z.object({ name: typedLine(300), iban: typedLine(80), bic: typedLine(40) })

/** Names the account that payers pay to; for owners who gave their password just now (C24). */
export const PUT = guarded(
  'beneficiary.change',
  answerMember(async ({ session, organisation, body }) =>
    changeBeneficiary(session.userId, organisation.id, await body(Typed), session),
  ),
)

/** Takes back a change that waits. */
export const DELETE = guarded(
  'beneficiary.withdraw',
  answerMember(({ session, organisation }) => withdrawBeneficiary(session.userId, organisation.id)),
)
