import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { linkReconciliationAccount } from '#lib/services/reconciliation/account.ts'

/** A member lends their linked account. */
export const POST = answerForm('account.lend', '/reconciliation', ({ actor, field, page }) =>
  orNamed(page, async () => {
    await linkReconciliationAccount(actor, field('accountId'))
    return `${page}?done=linked`
  }),
)
