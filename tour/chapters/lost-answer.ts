import type { Chapter } from '#tour/story.ts'
import { approve, untilApproval } from './pay-a-shop.ts'

export const lostAnswer: Chapter = {
  id: 'lost-answer',
  theme: 'pay',
  title: { fr: 'Une réponse perdue', en: 'A lost answer' },
  lead: {
    fr: 'La réponse à la confirmation se perd en route. Odile paie une fois, pas deux.',
    en: 'The answer to the confirmation is lost on the way. Odile pays once, not twice.',
  },
  stage: 'a shop asks',
  steps: [
    ...untilApproval,
    {
      title: { fr: 'Couper la ligne', en: 'Cut the line' },
      who: {
        fr: 'Personne n’agit : la prochaine réponse de la banque se perdra.',
        en: 'Nobody acts: the bank’s next answer will be lost.',
      },
      proves: {
        fr: 'La banque aura exécuté. Guichet ne pourra pas le savoir.',
        en: 'The bank will have executed. Guichet can’t know.',
      },
      rule: {
        fr: 'Le cas difficile de tout paiement à distance : fait, ou pas fait ?',
        en: 'The hard case of every remote payment: done, or not done?',
      },
      acts: [
        {
          desk: {
            method: 'POST',
            path: '/faults',
            body: {
              fault: { kind: 'close_after' },
              endpoint: 'POST /payment-requests/{id}/o-confirmation',
              bankCode: '{bankCode}',
              personId: '{customerId}',
              calls: 1,
            },
          },
        },
      ],
      until: 'sandbox\\.localhost/',
    },
    {
      ...approve,
      proves: {
        fr: 'Sans réponse, Guichet ne confirme pas une seconde fois : il demande où en est le paiement.',
        en: 'Without an answer Guichet does not confirm again: it asks how the payment stands.',
      },
      rule: {
        fr: 'Un virement exécuté est irréversible : on ne confirme jamais à l’aveugle.',
        en: 'An executed transfer can’t be undone: never confirm blindly.',
      },
    },
    {
      title: { fr: 'Attendre sans payer deux fois', en: 'Wait without paying twice' },
      who: {
        fr: 'Odile attend. La page suit toute seule et lui dit de ne pas payer de nouveau.',
        en: 'Odile waits. The page follows by itself and tells her not to pay again.',
      },
      proves: {
        fr: 'La banque répond enfin : c’est payé, une seule fois.',
        en: 'The bank answers at last: paid, once.',
      },
      rule: {
        fr: 'STET, GET /payment-requests : la banque fait foi.',
        en: 'STET, GET /payment-requests: the bank’s word decides.',
      },
      acts: [{ look: { words: { fr: 'C’est payé', en: 'Paid' } } }],
      until: '^localhost/pay/[^/]+/result$',
    },
  ],
}
