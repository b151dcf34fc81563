import type { Language } from './texts.ts'

/** What the start page says. */
export type StartTexts = {
  readonly title: string
  readonly intro: string
  readonly banks: string
  readonly enter: string
  readonly people: string
  readonly peopleText: string
  readonly call: string
  readonly callText: string
  readonly desk: string
  readonly deskText: string
  readonly deskLink: string
  readonly reference: string
  readonly referenceText: string
  readonly referenceLink: string
  readonly certificates: string
  readonly certificatesText: string
  readonly ca: string
  readonly qwac: string
  readonly qseal: string
  readonly tokenText: string
  readonly answer: string
  readonly clientId: string
  readonly keysText: string
  readonly next: readonly string[]
  readonly journey: string
  readonly journeyText: string
  readonly errors: string
  readonly errorsText: string
  readonly setting: string
  readonly settings: string
  readonly value: string
  readonly accessToken: string
  readonly refresh: string
  readonly refreshSame: string
  readonly refreshNew: string
  readonly pageAccounts: string
  readonly pageTransactions: string
  readonly authorization: string
  readonly clock: string
  readonly seconds: string
  readonly health: string
  readonly healthText: string
  readonly copy: string
  readonly copied: string
}

export const startTexts: Readonly<Record<Language, StartTexts>> = {
  fr: {
    title: 'Cinq banques imaginaires, une vraie interface.',
    intro:
      'Un bac à sable DSP2 complet : TLS mutuel, requêtes signées, consentement et parcours client sont vérifiés comme chez une vraie banque. Les banques, les clients et l’argent sont inventés.',
    banks: 'Les banques du {group}',
    enter: 'Voir la banque',
    people: 'Les clients',
    peopleText: 'Le code à usage unique s’affiche sur le téléphone dessiné à côté de la page.',
    call: 'Appeler l’interface',
    callText: 'Chaque banque répond à sa propre adresse. Un jeton obtenu chez l’une ne vaut rien chez l’autre.',
    desk: 'Le bureau de contrôle',
    deskText:
      'Avancer l’horloge, bloquer un compte, révoquer un jeton, provoquer une panne, relire chaque appel : depuis cette machine seulement.',
    deskLink: 'Ouvrir le bureau de contrôle',
    reference: 'La référence',
    referenceText:
      'Chaque point d’accès, paramètre, statut et schéma des trois interfaces, à lire ou à donner à un outil (OpenAPI 3.1).',
    referenceLink: 'Lire la référence des interfaces',
    certificates: 'Les certificats',
    certificatesText: 'Ils sont faits au premier démarrage, dans le dossier du projet.',
    ca: 'Autorité qui a signé tous les certificats du bac à sable',
    qwac: 'QWAC du prestataire, présenté au serveur (TLS mutuel)',
    qseal: 'QSealC du prestataire, qui signe les requêtes',
    tokenText: 'Un premier appel qui fonctionne tel quel : le jeton pour s’enregistrer (client_credentials).',
    answer: 'La réponse contient un access_token. Il sert à POST /stet/setting/v1/register, qui délivre le client_id.',
    clientId: 'client_id générique pour s’enregistrer',
    keysText: 'Les certificats d’un autre prestataire, issus de la même autorité :',
    next: [
      'Demander le jeton d’enregistrement, puis s’enregistrer avec ses adresses de retour.',
      'Envoyer le client à la page d’autorisation ; il s’y identifie et donne son accord.',
      'Échanger le code reçu contre des jetons, dans les 60 secondes.',
      'Lire les comptes, envoyer le consentement, puis lire soldes et opérations en requêtes signées.',
    ],
    journey: 'Envoyer un client',
    journeyText: 'L’adresse à ouvrir dans son navigateur, sur une ligne :',
    errors: 'Ce qui revient sans accord',
    errorsText: 'error=access_denied avec l’une de ces error_description :',
    settings: 'Réglages en vigueur',
    setting: 'Réglage',
    value: 'Valeur',
    accessToken: 'Durée d’un jeton d’accès',
    refresh: 'Jeton de renouvellement',
    refreshSame: 'le même à chaque fois',
    refreshNew: 'un nouveau à chaque fois',
    pageAccounts: 'Comptes par page',
    pageTransactions: 'Opérations par page',
    authorization: 'Temps laissé au client sur les écrans',
    clock: 'Heure de la banque',
    seconds: '{count} secondes',
    health: 'État',
    healthText: 'En service. Applications enregistrées : {count}.',
    copy: 'Copier',
    copied: 'Copié',
  },
  en: {
    title: 'Five imaginary banks, one real interface.',
    intro:
      'A complete PSD2 sandbox: mutual TLS, signed requests, consent and the customer journey are checked as a real bank would. The banks, the customers and the money are made up.',
    banks: 'The banks of {group}',
    enter: 'Visit the bank',
    people: 'The customers',
    peopleText: 'The one-time code shows up on the phone drawn beside the page.',
    call: 'Calling the interface',
    callText: 'Each bank answers at its own address. A token of one is worth nothing at another.',
    desk: 'The control desk',
    deskText:
      'Move the clock, block an account, revoke a token, make a call fail, read every call again: from this machine only.',
    deskLink: 'Open the control desk',
    reference: 'The reference',
    referenceText:
      'Every endpoint, parameter, status and schema of the three interfaces, to read or to hand to a tool (OpenAPI 3.1).',
    referenceLink: 'Read the interface reference',
    certificates: 'The certificates',
    certificatesText: 'They are made at the first start, in the folder of the project.',
    ca: 'Authority that signed every certificate of the sandbox',
    qwac: 'QWAC of the provider, shown to the server (mutual TLS)',
    qseal: 'QSealC of the provider, which signs requests',
    tokenText: 'A first call that works as it stands: the token for registering (client_credentials).',
    answer:
      'The answer holds an access_token. It serves for POST /stet/setting/v1/register, which issues the client_id.',
    clientId: 'Generic client_id for registering',
    keysText: 'Certificates of another provider, from the same authority:',
    next: [
      'Ask for the registration token, then register with your return addresses.',
      'Send the customer to the authorize page; they sign in there and agree.',
      'Exchange the code for tokens within 60 seconds.',
      'Read the accounts, send the consent, then read balances and transactions with signed requests.',
    ],
    journey: 'Sending a customer',
    journeyText: 'The address to open in their browser, on one line:',
    errors: 'What comes back without approval',
    errorsText: 'error=access_denied with one of these error_description values:',
    settings: 'Settings in force',
    setting: 'Setting',
    value: 'Value',
    accessToken: 'Life of an access token',
    refresh: 'Refresh token',
    refreshSame: 'the same each time',
    refreshNew: 'a new one each time',
    pageAccounts: 'Accounts per page',
    pageTransactions: 'Transactions per page',
    authorization: 'Time the customer has on the screens',
    clock: 'Time at the bank',
    seconds: '{count} seconds',
    health: 'Health',
    healthText: 'Up. Applications registered: {count}.',
    copy: 'Copy',
    copied: 'Copied',
  },
}
