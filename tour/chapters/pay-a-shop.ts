import type { Chapter, Step } from '#tour/story.ts'
import { confirm, enterCode, identify, seeCode } from './acts.ts'

/** From the shop's link to the second code. */
export const untilApproval: readonly Step[] = [
  {
    title: { fr: 'Ouvrir le lien de paiement', en: 'Open the payment link' },
    who: {
      fr: 'La Librairie du Port a envoyé un lien à Odile. Elle l’ouvre.',
      en: 'The bookshop sent Odile a link. She opens it.',
    },
    proves: {
      fr: 'Le prix et le bénéficiaire (Atelier Haddad SARL, qui tient la librairie) viennent du commerçant. Odile n’a pas de compte Guichet.',
      en: 'The price and the payee (Atelier Haddad SARL, which runs the bookshop) come from the shop. Odile has no Guichet account.',
    },
    rule: {
      fr: 'DSP2, art. 45 : avant de payer, elle sait ce que cela coûte et qui initie le paiement.',
      en: 'PSD2, art. 45: before paying, she knows what it costs and who initiates the payment.',
    },
    acts: [{ open: '{payPath}' }, { look: { css: 'main form button[type=submit]' } }],
    until: '^localhost/(l|pay)/',
    learned: [{ who: 'guichet', fact: 'amount', hold: 'full' }],
  },
  {
    title: { fr: 'Choisir sa banque', en: 'Choose the bank' },
    who: { fr: 'Odile continue et choisit sa banque.', en: 'Odile goes on and chooses her bank.' },
    proves: {
      fr: 'Elle ne donne ni numéro de carte ni IBAN.',
      en: 'She gives neither a card number nor an IBAN.',
    },
    rule: {
      fr: 'DSP2, art. 66 : le prestataire initie le paiement, il ne touche jamais l’argent.',
      en: 'PSD2, art. 66: the provider initiates the payment and never holds the money.',
    },
    acts: [
      { press: { css: 'main form button[type=submit]' } },
      { press: { css: 'input[name=bank][value="{bankCode}"]' } },
    ],
    until: '^localhost/pay/',
  },
  {
    title: { fr: 'Demander le paiement', en: 'Request the payment' },
    who: {
      fr: 'Guichet dépose la demande à la banque, puis y envoie Odile.',
      en: 'Guichet files the request with the bank, then sends Odile there.',
    },
    proves: {
      fr: 'La banque a reçu la demande (PDNG) : rien n’est payé.',
      en: 'The bank has received the request (PDNG): nothing is paid.',
    },
    rule: {
      fr: 'STET, POST /payment-requests : la réponse contient le lien où Odile donnera son accord.',
      en: 'STET, POST /payment-requests: the answer contains the link where Odile gives her consent.',
    },
    acts: [{ press: { words: { fr: 'Continuer vers ma banque', en: 'Continue to my bank' } } }],
    until: 'sandbox\\.localhost/',
  },
  {
    title: { fr: 'S’identifier chez la banque', en: 'Identify at the bank' },
    who: {
      fr: 'Odile s’identifie sur les pages de la banque, avec le code reçu.',
      en: 'Odile identifies on the bank’s pages, with the code she receives.',
    },
    proves: {
      fr: 'Ni le commerçant ni Guichet ne voient ce mot de passe.',
      en: 'Neither the shop nor Guichet sees this password.',
    },
    rule: {
      fr: 'DSP2, art. 97 : authentification forte, deux éléments.',
      en: 'PSD2, art. 97: strong authentication with two factors.',
    },
    acts: [...identify, ...enterCode, { look: { css: 'input[type=radio]' } }],
    until: 'sandbox\\.localhost/',
  },
  {
    title: { fr: 'Choisir le compte', en: 'Choose the account' },
    who: { fr: 'Odile choisit le compte qui paie.', en: 'Odile chooses the account that pays.' },
    proves: {
      fr: 'La banque envoie un second code, lié à ce montant et à ce bénéficiaire.',
      en: 'The bank sends a second code, tied to this amount and this payee.',
    },
    rule: {
      fr: 'RTS, art. 5 : le code ne vaut que pour ce paiement (lien dynamique).',
      en: 'RTS, art. 5: the code is good for this payment only (dynamic linking).',
    },
    acts: [
      { press: { css: 'input[type=radio]' } },
      { press: { css: 'form:has(input[type=radio]) button.primary' } },
      seeCode,
    ],
    until: 'sandbox\\.localhost/',
  },
]

export const approve: Step = {
  title: { fr: 'Valider ce paiement', en: 'Approve this payment' },
  who: { fr: 'Odile recopie le code et valide.', en: 'Odile copies the code and approves.' },
  proves: {
    fr: 'Au retour, Guichet confirme, et seulement alors la banque exécute.',
    en: 'On her return Guichet confirms, and only then does the bank execute.',
  },
  rule: {
    fr: 'STET, POST …/o-confirmation : reçu n’est pas exécuté.',
    en: 'STET, POST …/o-confirmation: received is not executed.',
  },
  acts: [...enterCode, confirm],
  until: '^localhost/pay/[^/]+/result$',
}

export const payAShop: Chapter = {
  id: 'pay-a-shop',
  theme: 'pay',
  title: { fr: 'Payer un commerçant', en: 'Paying a shop' },
  lead: {
    fr: 'Odile paie 42 € depuis son compte, sans carte. Un paiement reçu par la banque n’est pas encore exécuté.',
    en: 'Odile pays €42 from her account, without a card. A payment the bank has received is not executed yet.',
  },
  stage: 'a shop asks',
  steps: [...untilApproval, approve],
}
