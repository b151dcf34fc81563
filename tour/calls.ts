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

/** What a header is for and who asks for it, by its name in small letters. */
export const headers: Readonly<Record<string, Text>> = {
  authorization: {
    fr: 'Le jeton d’accès que la personne a fait émettre (OAuth 2.0, RFC 6750).',
    en: 'The access token issued for this person (OAuth 2.0, RFC 6750).',
  },
  signature: {
    fr: 'Scellé avec la clé du certificat QSealC : la banque sait qui écrit, et que rien n’a changé en route (STET, draft-cavage).',
    en: 'Made with the key of the QSealC certificate: the bank knows who wrote, and that nothing changed on the way (STET, draft-cavage).',
  },
  digest: {
    fr: 'Empreinte SHA-256 du contenu : la signature la couvre (RFC 3230).',
    en: 'SHA-256 of the body, covered by the signature (RFC 3230).',
  },
  'x-request-id': {
    fr: 'Numéro unique de la requête : une seconde fois, la banque refuse (STET).',
    en: 'Unique number of the request: the bank refuses it a second time (STET).',
  },
  date: {
    fr: 'Heure de l’envoi : une vieille requête est refusée (STET).',
    en: 'When it was sent: an old request is refused (STET).',
  },
  'x-request-timestamp': {
    fr: 'Heure de la demande : une vieille demande est refusée (EPC, vérification du bénéficiaire).',
    en: 'When it was asked: an old request is refused (EPC, verification of payee).',
  },
  'psu-ip-address': {
    fr: 'Adresse de la personne : sa présence lève la limite de quatre lectures par jour (RTS, art. 36).',
    en: 'The person’s address: their presence lifts the limit of four readings a day (RTS, art. 36).',
  },
  'psu-user-agent': { fr: 'Le navigateur de la personne (STET).', en: 'The person’s browser (STET).' },
  'psu-date': { fr: 'Quand la personne a agi (STET).', en: 'When the person acted (STET).' },
  accept: { fr: 'Le format attendu en réponse (HTTP).', en: 'The format expected in return (HTTP).' },
  'content-type': { fr: 'Le format du contenu (HTTP).', en: 'The format of the body (HTTP).' },
  host: {
    fr: 'Le nom de la banque : son code y figure (STET).',
    en: 'The bank’s host name, which contains its code (STET).',
  },
}
