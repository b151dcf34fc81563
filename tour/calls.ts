import type { Text } from './story.ts'

/** What a call is for, by method and the end of its path; the first that matches. */
export const calls: readonly { readonly is: RegExp; readonly text: Text }[] = [
  { is: /^GET .*\/oauth\/authorize/, text: { fr: 'Arriver à la banque', en: 'Arrive at the bank' } },
  { is: /^POST .*\/oauth\/token/, text: { fr: 'Obtenir un jeton', en: 'Obtain a token' } },
  { is: /^POST .*\/oauth\/revoke/, text: { fr: 'Rendre les jetons', en: 'Revoke the tokens' } },
  { is: /^PUT .*\/consents/, text: { fr: 'Transmettre le consentement', en: 'Send the consent' } },
  { is: /^GET .*\/end-user-identity/, text: { fr: 'Lire l’identité', en: 'Read the identity' } },
  { is: /^GET .*\/balances/, text: { fr: 'Lire un solde', en: 'Read a balance' } },
  { is: /^GET .*\/transactions/, text: { fr: 'Lire les opérations', en: 'Read transactions' } },
  { is: /^GET .*\/owners/, text: { fr: 'Lire les titulaires', en: 'Read the owners' } },
  { is: /^GET .*\/overdrafts/, text: { fr: 'Lire le découvert autorisé', en: 'Read the overdraft limit' } },
  { is: /^GET .*\/accounts/, text: { fr: 'Lister les comptes', en: 'List the accounts' } },
  {
    is: /^POST .*\/payment-requests\/[^/]+\/(o-)?confirmation/,
    text: { fr: 'Confirmer le paiement', en: 'Confirm the payment' },
  },
  { is: /^POST .*\/payment-requests$/, text: { fr: 'Demander un paiement', en: 'Request a payment' } },
  { is: /^PUT .*\/payment-requests/, text: { fr: 'Annuler le paiement', en: 'Cancel the payment' } },
  { is: /^GET .*\/payment-requests/, text: { fr: 'Suivre le paiement', en: 'Follow the payment' } },
  {
    is: /^POST \/vop\/.*\/payee-verifications/,
    text: { fr: 'Vérifier le nom du bénéficiaire', en: 'Check the payee’s name' },
  },
  { is: /^GET .*\/register/, text: { fr: 'Lire l’enregistrement', en: 'Read the registration' } },
  { is: /^PUT .*\/register/, text: { fr: 'Changer l’enregistrement', en: 'Change the registration' } },
  { is: /register/, text: { fr: 'S’enregistrer auprès de la banque', en: 'Register at the bank' } },
]
