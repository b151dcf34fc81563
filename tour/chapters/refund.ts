import type { Chapter } from '#tour/story.ts'
import { confirm, enterCode, enterName, seeCode, sendPassword, signInAt } from './acts.ts'

export const refund: Chapter = {
  id: 'refund',
  theme: 'pay',
  title: { fr: 'Rembourser un client', en: 'Refunding a customer' },
  lead: {
    fr: 'Odile a payé 42 € à la librairie et rend un livre. La librairie lui rembourse 12 € : un paiement dans l’autre sens, validé chez la banque de la librairie.',
    en: 'Odile paid the bookshop €42 and returns a book. The shop refunds her €12: a payment in the other direction, approved at the shop’s own bank.',
  },
  stage: 'a shop was paid',
  steps: [
    {
      title: { fr: 'Retrouver le paiement', en: 'Find the payment' },
      who: {
        fr: 'Maëlle, de la librairie, se connecte à Guichet et ouvre le paiement d’Odile.',
        en: 'Maëlle, of the bookshop, signs in to Guichet and opens Odile’s payment.',
      },
      proves: {
        fr: 'Le paiement est exécuté : l’argent est allé droit d’une banque à l’autre. Guichet ne l’a jamais eu.',
        en: 'The payment is executed: the money went straight from one bank to the other. Guichet never had it.',
      },
      rule: {
        fr: 'DSP2, art. 66 : le prestataire d’initiation ne détient à aucun moment les fonds.',
        en: 'PSD2, art. 66: a payment initiation provider never holds the funds.',
      },
      acts: [
        ...signInAt('/signin'),
        { arrive: '^localhost/(merchant|home)' },
        { open: '{payPath}' },
        { look: { words: { fr: 'Rembourser', en: 'Refund' } } },
      ],
      until: '^localhost/payments/',
    },
    {
      title: { fr: 'Choisir le montant', en: 'Choose the amount' },
      who: {
        fr: 'Maëlle rembourse 12 € et donne le nom de sa cliente.',
        en: 'Maëlle refunds €12 and enters her customer’s name.',
      },
      proves: {
        fr: 'Guichet connaît le compte qui a payé et ne le montre pas à la librairie. On ne rembourse jamais plus que ce qui reste.',
        en: 'Guichet knows the account that paid and doesn’t show it to the shop. No more than what is left can be refunded.',
      },
      rule: {
        fr: 'DSP2, art. 66 : le commerçant n’apprend rien d’autre du payeur sans son accord.',
        en: 'PSD2, art. 66: the shop learns nothing else of the payer without their consent.',
      },
      acts: [
        { press: { words: { fr: 'Rembourser', en: 'Refund' } } },
        { type: { css: 'input[name=amount]' }, text: '12' },
        { type: { css: 'input[name=creditorName]' }, text: 'Odile Marin' },
        { look: { words: { fr: 'Aller à ma banque', en: 'Go to my bank' } } },
      ],
      until: '^localhost/refunds/new/',
      learned: [
        { who: 'shop', fact: 'iban', hold: 'masked' },
        { who: 'guichet', fact: 'identity', hold: 'full' },
      ],
    },
    {
      title: { fr: 'Demander le remboursement', en: 'Request the refund' },
      who: {
        fr: 'Guichet dépose la demande à la banque de la librairie et y envoie Maëlle.',
        en: 'Guichet files the request with the shop’s bank and sends Maëlle there.',
      },
      proves: {
        fr: 'Un remboursement est une demande de paiement comme une autre. Seuls son but (CASH) et son sens changent.',
        en: 'A refund is a payment request like any other. Only its purpose (CASH) and its direction differ.',
      },
      rule: {
        fr: 'STET, POST /payment-requests : le compte à débiter est déjà celui de la librairie.',
        en: 'STET, POST /payment-requests: the account to debit is already the shop’s.',
      },
      acts: [{ press: { words: { fr: 'Aller à ma banque', en: 'Go to my bank' } } }],
      until: 'sandbox\\.localhost/',
    },
    {
      title: { fr: 'S’identifier chez la banque', en: 'Identify at the bank' },
      who: {
        fr: 'Karim, qui tient les comptes de la librairie, relit le virement et s’identifie.',
        en: 'Karim, who keeps the shop’s accounts, checks the transfer and identifies.',
      },
      proves: {
        fr: 'Pouvoir préparer un remboursement chez Guichet ne donne aucun pouvoir sur le compte.',
        en: 'Being able to prepare a refund at Guichet gives no power over the account.',
      },
      rule: {
        fr: 'DSP2, art. 97 : un paiement en ligne demande une authentification forte, aussi à une entreprise, sauf exemption (RTS, chapitre III).',
        en: 'PSD2, art. 97: a payment online takes strong authentication, from a company too, unless an exemption applies (RTS, chapter III).',
      },
      acts: [
        confirm,
        ...enterName,
        { type: { css: 'input[name=password]' }, text: '{bankPassword}' },
        sendPassword,
        seeCode,
      ],
      until: 'sandbox\\.localhost/',
    },
    {
      title: { fr: 'Valider le remboursement', en: 'Approve the refund' },
      who: { fr: 'Karim recopie le code reçu.', en: 'Karim copies the code he received.' },
      proves: {
        fr: 'Guichet confirme, la banque exécute. Il reste 30 € à rembourser.',
        en: 'Guichet confirms, the bank executes. €30 is left to refund.',
      },
      rule: {
        fr: 'RTS, art. 5 : le code ne vaut que pour ce montant et ce bénéficiaire.',
        en: 'RTS, art. 5: the code is good for this amount and this payee only.',
      },
      acts: [...enterCode, { look: { css: 'main [role=status]' } }],
      until: '^localhost/refunds/[0-9a-f-]{36}$',
    },
  ],
}
