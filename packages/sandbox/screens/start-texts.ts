import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'
import type { OutcomeStage } from '#sandbox/pis/outcomes.ts'

/** Texts of the start page. */
export type StartTexts = {
  readonly title: string
  readonly intro: string
  readonly contents: string
  readonly banks: string
  readonly enter: string
  readonly people: string
  readonly peopleText: string
  readonly call: string
  readonly callText: string
  readonly desk: string
  readonly deskText: string
  readonly deskLink: string
  readonly tour: string
  readonly ways: string
  readonly developers: string
  readonly developersText: string
  readonly reference: string
  readonly referenceText: string
  readonly referenceLink: string
  readonly statistics: string
  readonly statisticsText: string
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
  readonly payments: string
  readonly paymentsText: string
  readonly paymentSteps: readonly string[]
  readonly outcomes: string
  readonly outcomesText: string
  readonly amount: string
  readonly stage: string
  readonly reason: string
  readonly meaning: string
  readonly stages: Readonly<Record<OutcomeStage, string>>
  readonly refusals: string
  readonly refusalsText: string
  readonly app: string
  readonly appText: string
  readonly appSwitch: string
  readonly fallback: string
  readonly fallbackText: string
  readonly fallbackAfter: string
  readonly copy: string
  readonly copied: string
}

export const startTexts: Readonly<Record<Language, StartTexts>> = {
  fr: withFrenchSpaces({
    title: 'Cinq banques imaginaires, une vraie interface.',
    intro:
      'Un bac à sable DSP2 complet : TLS mutuel, requêtes signées, consentement et parcours client sont vérifiés comme chez une vraie banque. Les banques, les clients et l’argent sont inventés.',
    contents: 'Sur cette page et à côté',
    banks: 'Les banques du {group}',
    enter: 'Voir la banque',
    people: 'Les clients',
    peopleText: 'Le code à usage unique s’affiche sur le téléphone dessiné à côté de la page.',
    call: 'Appeler l’interface',
    callText: 'Chaque banque répond à sa propre adresse. Un jeton obtenu chez l’une ne sert à rien chez l’autre.',
    desk: 'Le bureau de contrôle',
    deskText:
      'Avancer l’horloge, bloquer un compte, révoquer un jeton, provoquer une panne, revoir chaque appel. Depuis cette machine seulement.',
    deskLink: 'Ouvrir le bureau de contrôle',
    tour: 'La visite guidée',
    ways: 'Par où commencer',
    developers: 'Pour les développeurs',
    developersText: 'Certificats, premiers appels, montants qui provoquent un résultat, réglages.',
    reference: 'La référence',
    referenceText:
      'Chaque point d’accès, paramètre, statut et schéma des trois interfaces, à lire ou à donner à un outil (OpenAPI 3.1).',
    referenceLink: 'Lire la référence des interfaces',
    statistics: 'Les statistiques du trimestre',
    statisticsText:
      'Disponibilité, temps de réponse et erreurs par jour, pour l’interface dédiée et pour celle des clients :',
    certificates: 'Les certificats',
    certificatesText: 'Ils sont créés au premier démarrage, dans le dossier du projet.',
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
    payments: 'Payer',
    paymentsText:
      'Le prestataire dépose une demande de paiement, le client la valide sur les écrans de la banque, le prestataire confirme, la banque exécute. Le lien consentApproval ne sert qu’une fois.',
    paymentSteps: [
      'Demander un jeton client_credentials de portée pisp, puis POST /stet/psd2/v1.4.2/payment-requests.',
      'Envoyer le client au lien consentApproval : il s’identifie, choisit un compte et valide avec un code lié au montant et au bénéficiaire. Il a 30 minutes.',
      'Échanger le code du successfulReportUrl dans les 60 secondes, puis POST …/o-confirmation.',
      'Lire le statut avec le même X-Request-ID ; un virement différé ou permanent s’annule par PUT.',
    ],
    outcomes: 'Des montants qui provoquent un résultat',
    outcomesText: 'Pour les scripts : le montant d’un virement décide de ce qui lui arrive.',
    amount: 'Montant',
    stage: 'Moment',
    reason: 'Code',
    meaning: 'Ce qui se passe',
    stages: {
      controls: 'contrôles de la banque',
      execution: 'exécution',
      delay: 'exécution',
      'cancellation control': 'demande d’annulation',
      'cancellation execution': 'exécution de l’annulation',
    },
    refusals: 'Ce qui revient sans accord',
    refusalsText: 'À unsuccessfulReportUrl (sinon successfulReportUrl), error=access_denied avec :',
    app: 'D’application à application',
    appText:
      'Depuis un téléphone, la page d’autorisation tient lieu de l’application de la banque quand tout est réuni :',
    appSwitch: 'Choisir ce qui est installé sur ce téléphone, pour ce navigateur :',
    fallback: 'Mode secours',
    fallbackText:
      'Avec l’en-tête fallback: 1, l’appel du jeton répond 302 vers la banque en ligne, avec un jeton signé dans le paramètre fallback. Il ouvre une seule connexion, à cette banque, dans les 5 minutes.',
    fallbackAfter:
      'Derrière : connexion avec authentification forte, comptes, soldes, opérations et titulaire. Ni fonctions de l’application mobile, ni paiements par carte.',
    copy: 'Copier',
    copied: 'Copié',
  }),
  en: {
    title: 'Five imaginary banks, one real interface.',
    intro:
      'A complete PSD2 sandbox: mutual TLS, signed requests, consent and the customer journey are checked as a real bank would. The banks, the customers and the money are made up.',
    contents: 'On this page and beside it',
    banks: 'The banks of {group}',
    enter: 'Visit the bank',
    people: 'The customers',
    peopleText: 'The one-time code shows up on the phone drawn beside the page.',
    call: 'Calling the interface',
    callText: 'Each bank has its own address. A token from one does not work at another.',
    desk: 'The control desk',
    deskText:
      'Move the clock, block an account, revoke a token, make a call fail, look at every call. From this machine only.',
    deskLink: 'Open the control desk',
    tour: 'The guided tour',
    ways: 'Where to begin',
    developers: 'For developers',
    developersText: 'Certificates, first calls, amounts that provoke a result, settings.',
    reference: 'The reference',
    referenceText:
      'Every endpoint, parameter, status and schema of the three interfaces, to read or to hand to a tool (OpenAPI 3.1).',
    referenceLink: 'Read the interface reference',
    statistics: 'Statistics of the quarter',
    statisticsText:
      'Availability, response times and errors per day, of the dedicated interface and of the one for customers:',
    certificates: 'The certificates',
    certificatesText: 'They are created at the first start, in the project’s folder.',
    ca: 'Authority that signed every certificate of the sandbox',
    qwac: 'QWAC of the provider, shown to the server (mutual TLS)',
    qseal: 'QSealC of the provider, which signs requests',
    tokenText: 'A first call that works as it is: the token for registering (client_credentials).',
    answer:
      'The answer contains an access_token. Use it for POST /stet/setting/v1/register, which issues the client_id.',
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
    settings: 'Current settings',
    setting: 'Setting',
    value: 'Value',
    accessToken: 'Lifetime of an access token',
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
    payments: 'Paying',
    paymentsText:
      'The provider posts a payment request, the customer approves it on the bank’s screens, the provider confirms, the bank executes. The consentApproval link works once.',
    paymentSteps: [
      'Ask for a client_credentials token of scope pisp, then POST /stet/psd2/v1.4.2/payment-requests.',
      'Send the customer to the consentApproval link: they sign in, choose an account and approve with a code bound to amount and payee. They have 30 minutes.',
      'Exchange the code of successfulReportUrl within 60 seconds, then POST …/o-confirmation.',
      'Read the status with the same X-Request-ID; a deferred or recurrent transfer is cancelled with PUT.',
    ],
    outcomes: 'Amounts that trigger an outcome',
    outcomesText: 'For scripts: the amount of a transfer decides what happens to it.',
    amount: 'Amount',
    stage: 'When',
    reason: 'Code',
    meaning: 'What happens',
    stages: {
      controls: 'the bank’s controls',
      execution: 'execution',
      delay: 'execution',
      'cancellation control': 'cancellation request',
      'cancellation execution': 'execution of the cancellation',
    },
    refusals: 'What comes back without consent',
    refusalsText: 'At unsuccessfulReportUrl (else successfulReportUrl), error=access_denied with:',
    app: 'App to app',
    appText: 'From a phone, the authorize page stands in for the bank’s app when all these conditions are met:',
    appSwitch: 'Choose what is installed on this phone, for this browser:',
    fallback: 'Fallback mode',
    fallbackText:
      'With the header fallback: 1, the token call answers 302 to the online banking, with a signed token in the parameter fallback. It opens one log-in, at this bank, within 5 minutes.',
    fallbackAfter:
      'Behind it: sign-in with strong authentication, accounts, balances, transactions and the holder. No functions of the mobile app, no card payments.',
    copy: 'Copy',
    copied: 'Copied',
  },
}
