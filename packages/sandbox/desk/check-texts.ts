import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'

type Words = Readonly<Record<Language, string>>

const checks: Readonly<Record<string, Words>> = {
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
  findsEndpoint: { fr: 'l’adresse existe', en: 'the address exists' },
  limitsBatch: { fr: 'moins de 4 lectures sans le client aujourd’hui', en: 'fewer than 4 unattended calls today' },
  'hasScope manageRegistration': {
    fr: 'le jeton permet de gérer l’enregistrement',
    en: 'the token allows managing the registration',
  },
  namesClient: { fr: 'la banque connaît l’application', en: 'the bank knows the application' },
  namesRedirectUri: { fr: 'l’adresse de retour est enregistrée', en: 'the return address is registered' },
  namesEachOnce: { fr: 'aucun paramètre n’est répété', en: 'no parameter is repeated' },
  asksForCode: { fr: 'l’application demande un code', en: 'the application asks for a code' },
  namesScope: { fr: 'l’application a droit à ce qu’elle demande', en: 'the application may have what it asks for' },
  bringsChallenge: {
    fr: 'l’empreinte du secret (PKCE) est bien formée',
    en: 'the hash of the secret (PKCE) is well formed',
  },
  sendToScreens: { fr: 'la banque ouvre ses pages au client', en: 'the bank opens its pages to the customer' },
  registerApplication: { fr: 'la banque enregistre l’application', en: 'the bank registers the application' },
  findsRegistration: {
    fr: 'l’enregistrement existe, et appartient à ce prestataire',
    en: 'the registration exists and belongs to this provider',
  },
  readRegistration: { fr: 'la banque donne l’enregistrement', en: 'the bank gives the registration' },
  replaceRegistration: { fr: 'la banque remplace l’enregistrement', en: 'the bank replaces the registration' },
  deleteRegistration: { fr: 'la banque supprime l’enregistrement', en: 'the bank deletes the registration' },
  isNotImplemented: { fr: 'la banque n’offre pas ce service', en: 'the bank does not offer this service' },
  isNotImplementedAtAll: { fr: 'cette version n’a pas ce service', en: 'this version does not have this service' },
  handleCancellation: { fr: 'la banque traite l’annulation', en: 'the bank handles the cancellation' },
  isTimestamped: { fr: 'l’heure de la demande est celle de maintenant', en: 'the request’s time is now' },
  verifyPayee: { fr: 'la banque compare le nom au titulaire', en: 'the bank compares the name with the holder’s' },
  confirmWithCode: { fr: 'la banque exécute le paiement confirmé', en: 'the bank executes the confirmed payment' },
}

/**
 * What a step of an endpoint checks or does, in words, by the name that the request log gives it: `isDigested`, or with what it is about,
 * `isGranted balances`. Null for a step without words.
 */
export function sayCheck(step: string): Words | null {
  const words = checks[step] ?? checks[step.split(' ', 1)[0] ?? '']
  return words ? { fr: withFrenchSpaces(words.fr), en: words.en } : null
}

/** By the name of a step: the row of docs/interface (`document section: row`, or a decision) that it follows. */
const rules: Readonly<Record<string, string>> = {
  namesClient: 'D6',
  namesRedirectUri: 'D6',
  asksForCode: 'D6',
  namesScope: 'D6',
  bringsChallenge: 'D6',
  presentsCertificate: '1 Authentication: 2',
  isInService: '1 Errors: INTS',
  holdsRole: 'D17',
  namesRequest: '1 Common request headers: X-Request-ID',
  bearsToken: 'D3',
  bearsPaymentToken: 'D3',
  bearsApplicationToken: 'D3',
  isDated: 'D53',
  isDigested: 'D15',
  isSigned: 'D14',
  isSignedForm: 'D61',
  isNoDuplicate: 'D18',
  hasScope: 'D59',
  readsPresence: '1 Common request headers: PSU-IP-Address',
  knowsSubscriber: '1 Errors: IPSU',
  isGranted: '1 Behaviour rules: 3',
  isIdentityGranted: 'D23',
  limitsBatch: 'D5',
  namesWorkspace: 'D32',
  answerToken: 'D7',
  answerRevoke: 'D9',
  recordConsent: 'D58',
  createPayment: 'D56',
  readPaymentRequest: 'D36',
  confirmPayment: 'D54',
  confirmWithCode: 'D54',
  handleCancellation: 'D40',
  replaceRegistration: '3 Resources and their fields: members of PUT',
}

/** The rule that a step follows; null for a step of our own, or one that no rule names. */
export function ruleOf(step: string): string | null {
  return rules[step.split(' ', 1)[0] ?? ''] ?? null
}
