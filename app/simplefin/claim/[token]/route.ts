import { guarded } from '#app/guarded.ts'
import { answerSimpleFin } from '#app/simplefin/answer.ts'
import { claimSetup } from '#lib/services/apps/simplefin.ts'

/** Exchanges a setup token for the access address, once. */
export const POST = guarded(
  'app.claim',
  answerSimpleFin(({ part, by }) => claimSetup(part('token'), by)),
)
