import type { Chapter } from '#tour/story.ts'
import { approve, untilApproval } from './pay-a-shop.ts'

export const refused: Chapter = {
  id: 'refused',
  title: { fr: 'Un paiement refusé', en: 'A refused payment' },
  lead: {
    fr: 'La banque accepte la demande, puis refuse de l’exécuter. Chacun apprend ce qu’il doit savoir.',
    en: 'The bank accepts the request, then refuses to execute it. Everyone learns what they need to know.',
  },
  stage: 'a shop asks',
  amount: '2.24',
  steps: [
    ...untilApproval,
    {
      ...approve,
      proves: {
        fr: 'Odile a validé, et pourtant rien n’est payé : la banque refuse avec un code (AM04).',
        en: 'Odile has approved, and still nothing is paid: the bank refuses with a code (AM04).',
      },
      rule: {
        fr: 'ISO 20022 : AM04, provision insuffisante. Le commerçant apprend le refus, pas le solde.',
        en: 'ISO 20022: AM04, insufficient funds. The shop learns of the refusal, not of the balance.',
      },
    },
  ],
}
