import { onCredit } from '#sandbox/people/deferred-card.ts'
import type { Life } from '#sandbox/people/entry-plan.ts'
import { credit, debit, monthly } from '#sandbox/people/schedules.ts'

export const lacroixCardKey = 'eva-lacroix/carte'

/** Eva's card is used every month, and everything is refunded the same day, so nothing is ever outstanding. */
export const lacroixCard: Life = {
  schedules: {
    deposit: monthly(12, onCredit(debit('cardPayment', 15_000, 'CARTE {day} CAUTION LOCATION UTILITAIRE'))),
    back: monthly(12, onCredit(credit('cardRefund', 15_000, 'CARTE {day} RETOUR CAUTION LOCATION'))),
  },
}
