import type { Chapter } from '#tour/story.ts'
import { signIn } from './first-link.ts'

export const oneBoxLess: Chapter = {
  id: 'one-box-less',
  theme: 'share',
  title: { fr: 'Décocher une case', en: 'Unticking a box' },
  lead: {
    fr: 'Odile partage tout. Elle change d’avis pour ses opérations : elles disparaissent.',
    en: 'Odile shares everything. She changes her mind about transactions, and they disappear.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    {
      title: { fr: 'Revoir ce qu’on partage', en: 'Review what is shared' },
      who: { fr: 'Odile rouvre ses choix.', en: 'Odile opens her choices again.' },
      proves: {
        fr: 'À droite, la banque tient exactement les mêmes cases.',
        en: 'On the right, the bank holds exactly the same boxes.',
      },
      rule: {
        fr: 'RGPD, art. 7 : retirer son consentement est aussi simple que le donner.',
        en: 'GDPR, art. 7: withdrawing consent is as easy as giving it.',
      },
      acts: [{ open: '/connections/{connectionId}/consent' }],
      until: '^localhost/connections/[^/]+/consent$',
    },
    {
      title: { fr: 'Garder les soldes seulement', en: 'Keep balances only' },
      who: { fr: 'Odile ne garde que les soldes.', en: 'Odile keeps balances only.' },
      proves: {
        fr: 'Rien ne part encore : elle voit d’abord ce qui change et ce qui sera effacé.',
        en: 'Nothing is sent yet: first she sees what changes and what will be erased.',
      },
      rule: {
        fr: 'RGPD, art. 5 : seulement les données nécessaires.',
        en: 'GDPR, art. 5: only the data that is needed.',
      },
      acts: [
        { press: { words: { fr: 'Soldes seulement', en: 'Balances only' } } },
        { press: { words: { fr: 'Vérifier les changements', en: 'Review changes' } } },
        { look: { words: { fr: 'Envoyer et effacer', en: 'Send and erase' } } },
      ],
      until: '^localhost/connections/[^/]+/consent$',
    },
    {
      title: { fr: 'Envoyer et effacer', en: 'Send and erase' },
      who: {
        fr: 'Odile confirme. Guichet remet le nouveau consentement à la banque, et efface.',
        en: 'Odile confirms. Guichet hands the new consent to the bank, and erases.',
      },
      proves: {
        fr: 'Les opérations ont quitté Guichet, et la banque ne les donnerait plus.',
        en: 'The transactions are gone from Guichet, and the bank would no longer give them.',
      },
      rule: {
        fr: 'STET, PUT /consents : le nouveau consentement remplace l’ancien en entier.',
        en: 'STET, PUT /consents: the new consent replaces the old one entirely.',
      },
      acts: [{ press: { words: { fr: 'Envoyer et effacer', en: 'Send and erase' } } }],
      until: '^localhost/connections/[^/]+(/loading)?$',
      learned: [{ who: 'guichet', fact: 'identity', hold: 'masked' }],
    },
  ],
}
