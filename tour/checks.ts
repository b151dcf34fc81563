import type { Text } from './story.ts'

/** What each check of the bank means, by the name the request log gives it. Steps that are no check are left out. */
export const checks: Readonly<Record<string, Text>> = {
  acceptable: { fr: 'le format demandé existe', en: 'the requested format exists' },
  presentsCertificate: { fr: 'le certificat du prestataire est valable', en: 'the provider’s certificate is valid' },
  isInService: { fr: 'l’interface est en service', en: 'the interface is in service' },
  'holdsRole PSP_AI': {
    fr: 'le certificat donne droit aux comptes (PSP_AI)',
    en: 'the certificate allows account information (PSP_AI)',
  },
  'holdsRole PSP_PI': {
    fr: 'le certificat donne droit aux paiements (PSP_PI)',
    en: 'the certificate allows payment initiation (PSP_PI)',
  },
  namesRequest: { fr: 'la requête a un numéro', en: 'the request has an id' },
  bearsToken: { fr: 'le jeton est connu et en cours de validité', en: 'the token is known and has not expired' },
  bearsPaymentToken: { fr: 'le jeton de paiement est valable', en: 'the payment token is valid' },
  bearsApplicationToken: {
    fr: 'le jeton appartient à cette application',
    en: 'the token belongs to this application',
  },
  isDated: { fr: 'la date est celle de maintenant', en: 'the date is now' },
  isDigested: { fr: 'l’empreinte correspond au contenu', en: 'the digest matches the body' },
  isSigned: { fr: 'la signature est celle du prestataire', en: 'the signature is the provider’s' },
  isSignedForm: { fr: 'la signature, s’il y en a une, est bonne', en: 'the signature, where there is one, is right' },
  isNoDuplicate: { fr: 'la requête n’est pas rejouée', en: 'the request is not a replay' },
  'hasScope aisp': { fr: 'le jeton permet de lire des comptes', en: 'the token allows reading accounts' },
  'hasScope pisp': { fr: 'le jeton permet d’initier un paiement', en: 'the token allows initiating a payment' },
  readsPresence: { fr: 'on sait si la personne est présente', en: 'it is known whether the person is present' },
  knowsSubscriber: { fr: 'le client a toujours son accès en ligne', en: 'the customer still has online access' },
  reachesSystem: { fr: 'le système de la banque répond', en: 'the bank’s system answers' },
  namesWorkspace: { fr: 'l’espace du client est désigné', en: 'the customer’s workspace is named' },
  namesDateType: { fr: 'le type de date est connu', en: 'the kind of date is known' },
  'isGranted balances': { fr: 'le consentement couvre ce solde', en: 'the consent covers this balance' },
  'isGranted transactions': {
    fr: 'le consentement couvre ces opérations',
    en: 'the consent covers these transactions',
  },
  'isGranted owners': { fr: 'le consentement couvre les titulaires', en: 'the consent covers the owners' },
  'isGranted overdrafts': { fr: 'le consentement couvre le découvert', en: 'the consent covers the overdraft' },
  isIdentityGranted: { fr: 'le consentement couvre l’identité', en: 'the consent covers the identity' },
  'limitsBatch accounts': {
    fr: 'moins de 4 lectures sans elle aujourd’hui',
    en: 'fewer than 4 unattended calls today',
  },
  'limitsBatch balances': {
    fr: 'moins de 4 lectures sans elle aujourd’hui',
    en: 'fewer than 4 unattended calls today',
  },
  'limitsBatch transactions': {
    fr: 'moins de 4 lectures sans elle aujourd’hui',
    en: 'fewer than 4 unattended calls today',
  },
  'limitsBatch owners': { fr: 'moins de 4 lectures sans elle aujourd’hui', en: 'fewer than 4 unattended calls today' },
  'limitsBatch overdrafts': {
    fr: 'moins de 4 lectures sans elle aujourd’hui',
    en: 'fewer than 4 unattended calls today',
  },
  'limitsBatch end-user-identity': {
    fr: 'moins de 4 lectures sans elle aujourd’hui',
    en: 'fewer than 4 unattended calls today',
  },
  answerToken: { fr: 'la banque émet des jetons', en: 'the bank issues tokens' },
  answerRevoke: { fr: 'la banque annule les jetons', en: 'the bank revokes the tokens' },
  listAccounts: { fr: 'la banque donne la liste des comptes', en: 'the bank lists the accounts' },
  listBalances: { fr: 'la banque donne les soldes', en: 'the bank gives the balances' },
  listTransactions: { fr: 'la banque donne les opérations', en: 'the bank gives the transactions' },
  showOwners: { fr: 'la banque donne les titulaires', en: 'the bank names the owners' },
  showOverdrafts: { fr: 'la banque donne le découvert autorisé', en: 'the bank gives the overdraft limit' },
  showIdentity: { fr: 'la banque donne l’identité', en: 'the bank gives the identity' },
  recordConsent: { fr: 'la banque enregistre le consentement', en: 'the bank records the consent' },
  createPayment: { fr: 'la banque enregistre la demande de paiement', en: 'the bank records the payment request' },
  readPaymentRequest: { fr: 'la banque dit où en est le paiement', en: 'the bank says how the payment stands' },
  confirmPayment: { fr: 'la banque exécute le paiement confirmé', en: 'the bank executes the confirmed payment' },
  settlesDue: { fr: 'les paiements échus sont passés', en: 'payments that are due are booked' },
  actsForItself: { fr: 'le prestataire agit pour lui-même', en: 'the provider acts for itself' },
}

/** What a call is for, by method and the end of its path; the first that matches. */
export const calls: readonly { readonly is: RegExp; readonly text: Text }[] = [
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
