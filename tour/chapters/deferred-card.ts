import type { Chapter } from '#tour/story.ts'
import { refresh, seeItDone } from './acts.ts'
import { signIn } from './first-link.ts'
import { comeBack } from './renewal.ts'

export const deferredCard: Chapter = {
  id: 'deferred-card',
  theme: 'keep',
  title: { fr: 'Une carte à débit différé', en: 'A deferred-debit card' },
  lead: {
    fr: 'Odile paie par carte tout le mois. Sa banque ne la débite qu’une fois.',
    en: 'Odile pays by card all month. Her bank debits her only once.',
  },
  stage: 'everything shared',
  life: 'cardholder',
  steps: [
    signIn,
    {
      title: { fr: 'Voir l’encours', en: 'See what is outstanding' },
      who: { fr: 'Odile ouvre sa carte dans Guichet.', en: 'Odile opens her card at Guichet.' },
      proves: {
        fr: 'L’encours est dépensé, mais pas encore débité. Il ne compte pas dans le total de ses comptes.',
        en: 'The outstanding amount is spent but not debited yet. It is not part of the total of her accounts.',
      },
      rule: {
        fr: 'STET : la carte est un compte de type CARD, adossé au compte qu’elle débitera.',
        en: 'STET: the card is an account of type CARD, backed by the account it will debit.',
      },
      acts: [
        // The card hangs below its account.
        { press: { css: 'ul ul a[href^="/accounts/"]' } },
        { look: { css: 'main h1' } },
      ],
      until: '^localhost/accounts/[^/]+$',
    },
    {
      title: { fr: 'Aller à la fin du mois', en: 'Go to the month’s end' },
      who: {
        fr: 'Odile n’est pas là. L’heure avance jusqu’au dernier soir du mois.',
        en: 'Odile is away. The time moves to the last evening of the month.',
      },
      proves: {
        fr: 'Le dernier jour ouvré, la banque débite d’un coup les achats faits jusqu’au 20.',
        en: 'On the last business day the bank debits all purchases up to the 20th at once.',
      },
      rule: {
        fr: 'STET : la facture est d’abord annoncée (FUTR), puis comptabilisée (BOOK).',
        en: 'STET: the invoice is first announced (FUTR), then booked (BOOK).',
      },
      acts: [{ clock: 'night' }, { clock: 'month_end' }],
      until: '^localhost/accounts/[^/]+$',
    },
    {
      title: { fr: 'Revenir et actualiser', en: 'Come back and refresh' },
      who: {
        fr: 'Odile se connecte et actualise ses comptes.',
        en: 'Odile signs in and refreshes her accounts.',
      },
      proves: {
        fr: 'La banque rend les soldes et les opérations du jour, carte et compte ensemble.',
        en: 'The bank gives the day’s balances and transactions, of card and account alike.',
      },
      rule: {
        fr: 'RTS, art. 36(1) : les informations que la personne verrait chez sa banque.',
        en: 'RTS, art. 36(1): the information that the person would see at her bank.',
      },
      acts: [...comeBack, refresh, seeItDone],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'Retrouver la facture', en: 'Find the invoice' },
      who: {
        fr: 'Odile cherche la facture parmi ses opérations.',
        en: 'Odile looks for the invoice among her transactions.',
      },
      proves: {
        fr: 'Parmi les opérations du compte, une ligne pour toute la carte : sa facture. Les achats restent lisibles un à un sur la carte.',
        en: 'Among the account’s transactions, one line for the whole card: its invoice. The purchases can still be read one by one on the card.',
      },
      rule: {
        fr: 'Guichet rapproche la facture des achats : rien n’est compté deux fois.',
        en: 'Guichet pairs the invoice with the purchases: nothing is counted twice.',
      },
      acts: [{ open: '/transactions?q=facture' }, { look: { css: 'main h1' } }],
      until: '^localhost/transactions',
    },
  ],
}
