import type { Chapter, Step } from '#tour/story.ts'
import { confirm, enterCode, identify, seeCode } from './acts.ts'
import { signIn } from './first-link.ts'

const atTheBank: Step = {
  title: { fr: 'S’identifier chez la banque', en: 'Identify at the bank' },
  who: {
    fr: 'La banque montre le virement. Odile le confirme, puis s’identifie.',
    en: 'The bank shows the transfer. Odile confirms it, then identifies.',
  },
  proves: {
    fr: 'Le droit de lire ses comptes ne suffit pas pour payer : la banque demande Odile elle-même.',
    en: 'The right to read her accounts is not enough to pay: the bank asks for Odile herself.',
  },
  rule: {
    fr: 'DSP2, art. 97 : un paiement en ligne demande une authentification forte, sauf exemption (RTS, chapitre III).',
    en: 'PSD2, art. 97: a payment online takes strong authentication, unless an exemption applies (RTS, chapter III).',
  },
  acts: [confirm, ...identify, seeCode],
  until: 'sandbox\\.localhost/',
}

export const cancelTransfer: Chapter = {
  id: 'cancel-transfer',
  theme: 'pay',
  title: { fr: 'Annuler un virement différé', en: 'Cancelling a scheduled transfer' },
  lead: {
    fr: 'Odile programme un virement pour la semaine prochaine, puis l’annule. La banque demande son accord les deux fois.',
    en: 'Odile schedules a transfer for next week, then cancels it. The bank asks for her approval both times.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    {
      title: { fr: 'Préparer le virement', en: 'Prepare the transfer' },
      who: {
        fr: 'Odile saisit le bénéficiaire, le montant et le jour.',
        en: 'Odile enters the payee, the amount and the day.',
      },
      proves: {
        fr: 'Guichet contrôle l’IBAN pendant la saisie. Rien n’est encore parti.',
        en: 'Guichet checks the IBAN as it is typed. Nothing has been sent yet.',
      },
      rule: {
        fr: 'DSP2, art. 66 : le prestataire initie le paiement, il ne touche jamais l’argent.',
        en: 'PSD2, art. 66: the provider initiates the payment and never holds the money.',
      },
      acts: [
        { open: '/transfers/new' },
        { press: { css: 'a[href*="/transfers/new?from="]' } },
        { press: { css: 'input[name=to][value=new]' } },
        { type: { css: 'input[name=name]' }, text: 'Garage Lenoir' },
        { type: { css: 'input[name=iban]' }, text: 'DE89370400440532013000' },
        { type: { css: 'input[name^=amount]' }, text: '25' },
        { press: { css: 'input[name=when][value=later]' } },
        { type: { css: 'div:has(> input[name=date]) > input[inputmode=numeric]' }, text: '{nextWeek}' },
        { press: { css: 'button[name=action][value=continue]:not([tabindex])' } },
        { look: { css: 'form[action^="/transfers/new/"][action$="/start"] button' } },
      ],
      until: '^localhost/transfers/new',
      learned: [{ who: 'guichet', fact: 'amount', hold: 'full' }],
    },
    {
      title: { fr: 'Demander le virement', en: 'Request the transfer' },
      who: {
        fr: 'Odile relit et confirme. Guichet dépose la demande et l’envoie chez sa banque.',
        en: 'Odile reads it again and confirms. Guichet files the request and sends her to her bank.',
      },
      proves: {
        fr: 'La demande porte la date d’exécution : elle reste annulable jusque-là.',
        en: 'The request carries the execution date: it can be cancelled until then.',
      },
      rule: {
        fr: 'STET, POST /payment-requests : la demande précède l’accord d’Odile.',
        en: 'STET, POST /payment-requests: the request comes before Odile’s consent.',
      },
      acts: [{ press: { css: 'form[action^="/transfers/new/"][action$="/start"] button' } }],
      until: 'sandbox\\.localhost/',
    },
    atTheBank,
    {
      title: { fr: 'Valider le virement', en: 'Approve the transfer' },
      who: { fr: 'Odile recopie le code reçu.', en: 'Odile copies the code she received.' },
      proves: {
        fr: 'Ce code est lié à ce montant et à ce bénéficiaire. Rien n’est encore parti : la banque attend le jour dit.',
        en: 'That code is tied to this amount and this payee. No money has left: the bank waits for the day.',
      },
      rule: {
        fr: 'RTS, art. 5 : le code ne vaut que pour ce paiement (lien dynamique).',
        en: 'RTS, art. 5: the code is good for this payment only (dynamic linking).',
      },
      acts: [...enterCode, { look: { words: { fr: 'Virement programmé', en: 'Transfer scheduled' } } }],
      until: '^localhost/transfers/',
    },
    {
      title: { fr: 'Annuler', en: 'Cancel' },
      who: {
        fr: 'Odile change d’avis. Guichet demande l’annulation et l’envoie chez sa banque.',
        en: 'Odile changes her mind. Guichet requests the cancellation and sends her to her bank.',
      },
      proves: {
        fr: 'Annuler est une demande comme une autre : Guichet ne peut pas l’imposer à la banque.',
        en: 'A cancellation is a request like any other: Guichet can’t force it on the bank.',
      },
      rule: {
        fr: 'STET, PUT /payment-requests : la même demande, avec le motif de l’annulation.',
        en: 'STET, PUT /payment-requests: the same request, with the reason for cancelling it.',
      },
      acts: [
        { press: { words: { fr: 'Annuler ce virement', en: 'Cancel this transfer' } } },
        { press: { css: 'form[action$="/cancel/start"] button[type=submit]' } },
      ],
      until: 'sandbox\\.localhost/',
    },
    {
      ...atTheBank,
      title: { fr: 'S’identifier à nouveau', en: 'Identify again' },
      who: {
        fr: 'Odile s’identifie. La banque montre ce qui va être annulé, et elle confirme.',
        en: 'Odile identifies. The bank shows what will be cancelled, and she confirms.',
      },
      acts: [...identify, confirm, seeCode],
      proves: {
        fr: 'Une annulation demande la même authentification que le virement.',
        en: 'A cancellation takes the same authentication as the transfer.',
      },
    },
    {
      title: { fr: 'Valider l’annulation', en: 'Approve the cancellation' },
      who: { fr: 'Odile valide l’annulation chez sa banque.', en: 'Odile approves the cancellation at her bank.' },
      proves: {
        fr: 'La banque l’annule, et le dit à Guichet. L’argent n’a jamais quitté le compte.',
        en: 'The bank cancels it and tells Guichet. The money never left the account.',
      },
      rule: {
        fr: 'DSP2, art. 80 : un ordre différé se révoque jusqu’à la fin du jour ouvrable qui précède.',
        en: 'PSD2, art. 80: a future order can be revoked until the end of the business day before.',
      },
      acts: [...enterCode, { look: { words: { fr: 'Virement annulé', en: 'Transfer cancelled' } } }],
      until: '^localhost/transfers/',
    },
  ],
}
