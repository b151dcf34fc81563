import type { Chapter } from '#tour/story.ts'
import { approve, untilApproval } from './pay-a-shop.ts'

export const refused: Chapter = {
  id: 'refused',
  theme: 'pay',
  title: { fr: 'Un paiement refusé', en: 'A refused payment' },
  lead: {
    fr: 'La banque accepte la demande, puis refuse de l’exécuter. Chacun apprend ce qu’il doit savoir.',
    en: 'The bank accepts the request, then refuses to execute it. Everyone learns what they need to know.',
  },
  stage: 'a shop asks',
  variants: [
    { id: 'AM04', amount: '2.24', text: { fr: 'provision insuffisante (AM04)', en: 'insufficient funds (AM04)' } },
    { id: 'AC04', amount: '2.04', text: { fr: 'compte clôturé (AC04)', en: 'closed account (AC04)' } },
    { id: 'AC06', amount: '2.06', text: { fr: 'compte bloqué (AC06)', en: 'blocked account (AC06)' } },
    { id: 'AG01', amount: '2.11', text: { fr: 'opération interdite (AG01)', en: 'forbidden transaction (AG01)' } },
    { id: 'RR04', amount: '2.44', text: { fr: 'motif réglementaire (RR04)', en: 'regulatory reason (RR04)' } },
    { id: 'MS03', amount: '2.33', text: { fr: 'motif non communiqué (MS03)', en: 'no reason given (MS03)' } },
  ],
  steps: [
    ...untilApproval,
    {
      ...approve,
      proves: {
        fr: 'Odile a validé, et pourtant rien n’est payé : la banque refuse, avec le code du motif.',
        en: 'Odile has approved, and still nothing is paid: the bank refuses, with the code of its reason.',
      },
      rule: {
        fr: 'ISO 20022 : chaque motif a un code de quatre signes. Le commerçant apprend le refus, jamais le solde.',
        en: 'ISO 20022: each reason has a four-character code. The shop learns of the refusal, never of the balance.',
      },
    },
  ],
}
