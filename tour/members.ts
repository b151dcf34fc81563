import type { Text } from './story.ts'

const say = (fr: string, en: string): Text => ({ fr, en })

/** What a member of a body is, and who asks for it, by its name: form fields of OAuth, and JSON. */
export const members: Readonly<Record<string, Text>> = {
  // OAuth 2.0
  grant_type: say(
    'Contre quoi on demande un jeton : un code, un jeton de renouvellement ou l’identité du prestataire (RFC 6749).',
    'What a token is asked for in return: a code, a refresh token or the provider’s own identity (RFC 6749).',
  ),
  code: say(
    'Le code à usage unique rapporté de la banque (RFC 6749), ou le code d’une erreur (STET).',
    'The single-use code brought back from the bank (RFC 6749), or the code of an error (STET).',
  ),
  code_verifier: say(
    'Le secret dont l’empreinte est partie en premier : il prouve que c’est le même logiciel (PKCE, RFC 7636).',
    'The secret whose hash was sent first: it proves that this is the same program (PKCE, RFC 7636).',
  ),
  client_id: say('Le prestataire, tel que la banque l’a enregistré.', 'The provider, as the bank registered it.'),
  redirect_uri: say(
    'L’adresse de retour, l’une de celles que la banque connaît (RFC 6749).',
    'The return address, one of those the bank knows (RFC 6749).',
  ),
  scope: say(
    'Ce que le jeton ouvre : lire des comptes (aisp) ou demander un paiement (pisp).',
    'What the token opens: reading accounts (aisp) or requesting a payment (pisp).',
  ),
  response_type: say(
    'Ce que l’on veut voir revenir : un code (RFC 6749).',
    'What should come back: a code (RFC 6749).',
  ),
  state: say(
    'Un mot à usage unique, lié à ce navigateur : il doit revenir intact (RFC 6749).',
    'A one-time value tied to this browser, which has to come back unchanged (RFC 6749).',
  ),
  code_challenge: say(
    'L’empreinte d’un secret que Guichet ne montrera qu’avec le code (PKCE, RFC 7636).',
    'The hash of a secret that Guichet shows only together with the code (PKCE, RFC 7636).',
  ),
  code_challenge_method: say('Comment l’empreinte est calculée (RFC 7636).', 'How the hash is made (RFC 7636).'),
  access_token: say(
    'La clé des appels suivants, pour peu de temps. Masquée ici.',
    'The key to the next calls, for a short time. Masked here.',
  ),
  refresh_token: say(
    'Sert à obtenir un nouveau jeton d’accès, jusqu’à la prochaine authentification. Masqué ici.',
    'Used to obtain a new access token, until the next authentication. Masked here.',
  ),
  token_type: say('Comment présenter le jeton (RFC 6750).', 'How the token is presented (RFC 6750).'),
  expires_in: say('Durée de vie du jeton, en secondes.', 'Lifetime of the token, in seconds.'),
  token: say('Le jeton à révoquer (RFC 7009).', 'The token to revoke (RFC 7009).'),
  token_type_hint: say('De quelle sorte de jeton il s’agit (RFC 7009).', 'Which kind of token it is (RFC 7009).'),
  error: say('Pourquoi c’est refusé, en un mot fixé d’avance.', 'Why it was refused, as one agreed word.'),
  error_description: say('Le même refus, en une phrase.', 'The same refusal, in a sentence.'),

  // Every list and answer
  _links: say(
    'Où aller ensuite : la banque donne les adresses (HAL).',
    'Where to go next: the bank gives the addresses (HAL).',
  ),
  href: say('Une adresse de la banque.', 'An address at the bank.'),
  templated: say('L’adresse a-t-elle un blanc à remplir ?', 'Whether the address has a blank to fill in.'),
  self: say('L’adresse de cette réponse.', 'The address of this answer.'),
  first: say('La première page.', 'The first page.'),
  last: say('La dernière page.', 'The last page.'),
  next: say('La page suivante.', 'The next page.'),
  prev: say('La page précédente.', 'The page before.'),
  'parent-list': say('La liste d’où vient cette page.', 'The list this page belongs to.'),
  status: say('Le statut HTTP de la réponse.', 'The HTTP status of the answer.'),
  message: say('L’erreur, en une phrase.', 'The error, in a sentence.'),
  timestamp: say('Quand la banque a répondu.', 'When the bank answered.'),
  path: say('L’adresse qui a été demandée.', 'The address that was requested.'),
  detail: say('Précision sur un refus.', 'More about a refusal.'),
  details: say('Ce que le compte ou la carte permet.', 'What the account or card can do.'),

  // Accounts
  accounts: say('Les comptes auxquels l’accès s’étend.', 'The accounts that the access covers.'),
  resourceId: say(
    'Le nom du compte ou du paiement dans les adresses de la banque.',
    'The name of the account or payment in the bank’s addresses.',
  ),
  accountId: say('Ce qui désigne le compte.', 'What identifies the account.'),
  iban: say('L’IBAN du compte (ISO 13616).', 'The account’s IBAN (ISO 13616).'),
  bicFi: say('Le BIC de la banque (ISO 9362).', 'The bank’s BIC (ISO 9362).'),
  bicfi: say('Le BIC de la banque (ISO 9362).', 'The bank’s BIC (ISO 9362).'),
  currency: say('La monnaie (ISO 4217).', 'The currency (ISO 4217).'),
  other: say(
    'Un autre numéro que l’IBAN, pour une carte par exemple.',
    'A number other than the IBAN, of a card for instance.',
  ),
  identification: say('Le numéro lui-même.', 'The number itself.'),
  schemeName: say('De quel système vient ce numéro.', 'The scheme the number belongs to.'),
  issuer: say('Qui a attribué ce numéro.', 'Who issued the number.'),
  name: say(
    'Le nom : du compte, du titulaire ou du bénéficiaire.',
    'The name: of the account, its holder or the payee.',
  ),
  linkedAccount: say('Le compte où la carte est débitée.', 'The account the card is charged to.'),
  usage: say('Compte de particulier ou professionnel.', 'Private or business account.'),
  cashAccountType: say('Compte de paiement ou carte (ISO 20022).', 'Payment account or card (ISO 20022).'),
  product: say('Le nom commercial du compte.', 'What the bank calls this kind of account.'),
  psuStatus: say('Titulaire ou cotitulaire.', 'Holder or co-holder.'),
  company: say('Le titulaire, si c’est une entreprise : son numéro.', 'The owner, if it is a company: its number.'),

  // Consent
  balances: say(
    'Les soldes ; dans un consentement, les comptes dont ils peuvent être lus.',
    'The balances; in a consent, the accounts whose balances may be read.',
  ),
  transactions: say(
    'Les opérations ; dans un consentement, les comptes dont elles peuvent être lues.',
    'The transactions; in a consent, the accounts whose transactions may be read.',
  ),
  owners: say('Les titulaires du compte.', 'The owners of the account.'),
  overdrafts: say('Le découvert autorisé.', 'The authorised overdraft.'),
  trustedBeneficiaries: say(
    'La liste des bénéficiaires de confiance. Guichet n’y touche jamais.',
    'The list of trusted beneficiaries. Guichet never asks for it.',
  ),
  psuIdentity: say('Le nom de la personne peut-il être lu ?', 'Whether the person’s name may be read.'),
  connectedPsu: say('La personne dont c’est l’accès.', 'The person whose access this is.'),
  endUserIdentity: say('Où lire le nom de la personne.', 'Where the person’s name can be read.'),
  identities: say('Les titulaires qui sont des personnes.', 'The owners who are persons.'),
  firstName: say('Le prénom.', 'The first name.'),
  lastName: say('Le nom de famille.', 'The last name.'),
  fullName: say('Le nom entier.', 'The full name.'),
  role: say('À quel titre : titulaire, cotitulaire…', 'In which capacity: holder, co-holder…'),
  allowedAmount: say('Jusqu’où le compte peut être à découvert.', 'How far the account may be overdrawn.'),

  // Balances and transactions
  balanceType: say(
    'De quel solde il s’agit : comptable, en valeur, disponible (ISO 20022).',
    'Which balance this is: booked, by value date, available (ISO 20022).',
  ),
  balanceAmount: say('Le montant du solde.', 'The amount of the balance.'),
  referenceDate: say('Le jour du solde.', 'The day of the balance.'),
  amount: say('Le montant, en texte : un nombre s’arrondirait.', 'The amount, as text: a number would be rounded.'),
  transactionAmount: say('Le montant de l’opération.', 'The amount of the transaction.'),
  creditDebitIndicator: say('Crédit ou débit (ISO 20022).', 'Credit or debit (ISO 20022).'),
  transactionStatus: say(
    'Comptabilisée, en attente, à venir ou pour information (STET).',
    'Booked, pending, in the future or for information (STET).',
  ),
  entryReference: say('La référence de l’opération à la banque.', 'The bank’s reference of the transaction.'),
  endToEndId: say(
    'La référence du donneur d’ordre, portée jusqu’au bénéficiaire.',
    'The payer’s reference, carried through to the payee.',
  ),
  bookingDate: say('Jour de comptabilisation.', 'Booking date.'),
  valueDate: say('Jour de valeur : à partir duquel le montant compte.', 'Value date: from which the amount counts.'),
  transactionDate: say('Jour de l’achat ou de l’ordre.', 'Day of the purchase or order.'),
  expectedBookingDate: say('Jour où la comptabilisation est prévue.', 'Day on which it is expected to be booked.'),
  bankTransactionCode: say(
    'La nature de l’opération, en codes (ISO 20022).',
    'What kind of transaction it is, in codes (ISO 20022).',
  ),
  domain: say('Nature de l’opération, niveau 1 (ISO 20022).', 'Kind of transaction, level 1 (ISO 20022).'),
  family: say('Nature de l’opération, niveau 2.', 'Kind of transaction, level 2.'),
  subFamily: say('Nature de l’opération, niveau 3.', 'Kind of transaction, level 3.'),
  remittanceInformation: say(
    'Le motif : ce que lira le bénéficiaire, ou le libellé de l’opération.',
    'Remittance information: what the payee will read, or the transaction’s label.',
  ),
  unstructured: say('Le motif en texte libre.', 'Remittance information in free text.'),

  // Payments
  paymentRequest: say('La demande de paiement et son statut.', 'The payment request and its status.'),
  paymentInformationId: say(
    'La référence de la demande chez le prestataire, unique.',
    'The provider’s unique reference of the request.',
  ),
  paymentInformationStatus: say(
    'Où en est la demande : ACTC, ACSP, ACSC, RJCT… (ISO 20022).',
    'Where the request stands: ACTC, ACSP, ACSC, RJCT… (ISO 20022).',
  ),
  statusReasonInformation: say(
    'Pourquoi : le motif d’un refus (ISO 20022).',
    'Why: the reason of a refusal (ISO 20022).',
  ),
  creationDateTime: say('Quand la demande a été faite.', 'When the request was made.'),
  numberOfTransactions: say('Combien de virements elle contient.', 'How many transfers it contains.'),
  initiatingParty: say('Qui demande le paiement : le prestataire.', 'Who requests the payment: the provider.'),
  paymentTypeInformation: say('La sorte de paiement.', 'The kind of payment.'),
  serviceLevel: say('Virement SEPA (ISO 20022).', 'SEPA credit transfer (ISO 20022).'),
  localInstrument: say('INST : virement instantané.', 'INST: instant transfer.'),
  categoryPurpose: say(
    'Le but du paiement : achat, virement entre comptes… (ISO 20022).',
    'The purpose of the payment: a purchase, between own accounts… (ISO 20022).',
  ),
  purpose: say('Le but de ce virement (ISO 20022).', 'The purpose of this transfer (ISO 20022).'),
  booking: say('Faut-il une seule écriture pour tous les virements ?', 'Whether all transfers are booked as one.'),
  chargeBearer: say('Qui paie les frais : chacun les siens (SLEV).', 'Who bears the charges: each their own (SLEV).'),
  debtor: say('Qui paie.', 'Who pays.'),
  debtorAccount: say(
    'Le compte débité, si le payeur l’a choisi d’avance.',
    'The account to debit, if the payer chose it beforehand.',
  ),
  debtorAgent: say('La banque du payeur.', 'The payer’s bank.'),
  creditor: say('Qui reçoit.', 'Who is paid.'),
  creditorAccount: say('Le compte crédité.', 'The account to credit.'),
  creditorAgent: say('La banque du bénéficiaire.', 'The payee’s bank.'),
  beneficiary: say('Le bénéficiaire et son compte.', 'The payee and their account.'),
  creditTransferTransaction: say('Les virements demandés.', 'The transfers requested.'),
  paymentId: say('Les références d’un virement.', 'The references of a transfer.'),
  instructionId: say('La référence du virement pour la banque.', 'The transfer’s reference for the bank.'),
  instructedAmount: say('Le montant à virer.', 'The amount to transfer.'),
  requestedExecutionDate: say('Le jour d’exécution demandé.', 'The execution date requested.'),
  endDate: say('Le dernier jour d’un virement permanent.', 'The last day of a standing order.'),
  executionRule: say(
    'Jour fermé : avancer ou reculer (ISO 20022).',
    'When the day is no business day: earlier or later (ISO 20022).',
  ),
  frequency: say('Tous les combien : semaine, mois… (ISO 20022).', 'How often: weekly, monthly… (ISO 20022).'),
  supplementaryData: say(
    'Comment le payeur s’authentifie et où il revient (STET).',
    'How the payer authenticates and where they return (STET).',
  ),
  acceptedAuthenticationApproach: say(
    'Les façons de s’authentifier que le prestataire accepte : par redirection (STET).',
    'Ways of authenticating the provider accepts: by redirect (STET).',
  ),
  appliedAuthenticationApproach: say('La façon que la banque a choisie (STET).', 'The way the bank chose (STET).'),
  scaHint: say(
    'Une exemption d’authentification est-elle demandée ?',
    'Whether an exemption from authentication is asked for.',
  ),
  successfulReportUrl: say(
    'Où la banque renvoie le payeur qui a validé.',
    'Where the bank sends a payer who approved.',
  ),
  unsuccessfulReportUrl: say(
    'Où la banque renvoie le payeur qui n’a pas validé.',
    'Where the bank sends a payer who did not approve.',
  ),
  consentApproval: say(
    'L’adresse où le payeur valide, à la banque.',
    'The address at the bank where the payer approves.',
  ),
  psuAuthenticationFactor: say(
    'Ce que le payeur a rapporté de la banque : la preuve qu’il a validé (STET).',
    'What the payer brought back from the bank: the proof of approval (STET).',
  ),
  nonce: say(
    'Un secret à usage unique, rapporté de la banque par le payeur (STET).',
    'A secret used once, which the payer brought back from the bank (STET).',
  ),
  fundsAvailability: say('La provision est-elle suffisante ?', 'Whether there is enough money.'),
  organisationId: say('Ce qui désigne une entreprise.', 'What identifies an organisation.'),
  privateId: say('Ce qui désigne une personne.', 'What identifies a person.'),
  postalAddress: say('Une adresse postale.', 'A postal address.'),
  country: say('Le pays (ISO 3166).', 'The country (ISO 3166).'),
  addressLine: say('Les lignes de l’adresse.', 'The lines of the address.'),
  clearingSystemMemberId: say(
    'Numéro de la banque dans un système de compensation.',
    'The bank’s number in a clearing system.',
  ),
  clearingSystemId: say('Le système de compensation.', 'The clearing system.'),
  memberId: say('Le numéro de la banque dans ce système.', 'The bank’s number in that system.'),

  // Verification of payee
  party: say('Le bénéficiaire, tel que le payeur le nomme (EPC).', 'The payee, as the payer names them (EPC).'),
  partyAccount: say('Le compte à vérifier (EPC).', 'The account to check (EPC).'),
  partyAgent: say('La banque interrogée (EPC).', 'The bank that is asked (EPC).'),
  requestingAgent: say('Qui interroge (EPC).', 'Who asks (EPC).'),
  financialInstitution: say('Une banque ou un prestataire (EPC).', 'A bank or provider (EPC).'),
  partyNameMatch: say(
    'Le nom correspond-il ? Oui, presque, non, ou impossible à dire (EPC).',
    'Whether the name matches: yes, nearly, no, or not possible to say (EPC).',
  ),
  matchedName: say(
    'Le nom du titulaire, donné seulement s’il est presque celui-là (EPC).',
    'The holder’s name, given only for a close match (EPC).',
  ),
  unstructuredRemittanceInformation: say('Le motif prévu (EPC).', 'The intended remittance information (EPC).'),
  title: say('L’erreur, en quelques mots.', 'The error, in a few words.'),
  type: say('La sorte d’erreur.', 'The kind of error.'),

  // Registration (RFC 7591)
  client_name: say('Le nom que la banque montrera à ses clients.', 'The name the bank will show to its customers.'),
  client_uri: say('Le site du prestataire.', 'The provider’s website.'),
  client_legal_id: say('Le numéro d’agrément.', 'The authorisation number.'),
  provider_legal_id: say(
    'Le numéro d’agrément, tel qu’il est dans le certificat.',
    'The authorisation number, as in the certificate.',
  ),
  client_id_issued_at: say('Quand la banque a enregistré le prestataire.', 'When the bank registered the provider.'),
  client_secret_expires_at: say(
    '0 : il n’y a pas de mot de passe, les certificats suffisent.',
    '0: there is no password, certificates do.',
  ),
  redirect_uris: say(
    'Les adresses où la banque pourra renvoyer une personne.',
    'The addresses to which the bank may send a person back.',
  ),
  grant_types: say('Les façons dont ce prestataire demandera des jetons.', 'How this provider will ask for tokens.'),
  response_types: say('Ce qu’il attend au retour : un code.', 'What it expects on return: a code.'),
  token_endpoint_auth_method: say(
    'Comment il s’identifie : par son certificat (RFC 8705).',
    'How it identifies itself: by its certificate (RFC 8705).',
  ),
  contact: say('Qui joindre.', 'Whom to contact.'),
  contact_name: say('Le nom de la personne à joindre.', 'The name of the contact.'),
  email: say('Son adresse e-mail.', 'Their email address.'),
  phone_number: say('Son numéro de téléphone.', 'Their phone number.'),
  logo: say('Le logo à montrer.', 'The logo to show.'),
  logo_uri: say('L’adresse du logo.', 'The logo’s address.'),
  policy_uri: say('La politique de confidentialité.', 'The privacy policy.'),
  tos_uri: say('Les conditions d’utilisation.', 'The terms of use.'),
  jwks: say(
    'Les clés publiques du prestataire, avec leurs certificats.',
    'The provider’s public keys, with their certificates.',
  ),
  jwks_uri: say('Où lire ces clés.', 'Where these keys can be read.'),
  keys: say('La liste des clés.', 'The list of keys.'),
  kid: say('Le nom de la clé.', 'The key’s name.'),
  kty: say('La sorte de clé (RFC 7517).', 'The kind of key (RFC 7517).'),
  alg: say('L’algorithme de signature (RFC 7517).', 'The signature algorithm (RFC 7517).'),
  use: say('À quoi sert la clé (RFC 7517).', 'What the key is for (RFC 7517).'),
  key_ops: say('Ce que la clé peut faire (RFC 7517).', 'What the key may do (RFC 7517).'),
  n: say('Le module de la clé publique RSA (RFC 7518).', 'The modulus of the public RSA key (RFC 7518).'),
  e: say('L’exposant de la clé publique RSA (RFC 7518).', 'The exponent of the public RSA key (RFC 7518).'),
  x5c: say('Le certificat de la clé (RFC 7517).', 'The key’s certificate (RFC 7517).'),
  x5u: say('L’adresse du certificat (RFC 7517).', 'The certificate’s address (RFC 7517).'),
  x5t: say('L’empreinte du certificat (RFC 7517).', 'The certificate’s thumbprint (RFC 7517).'),
  'x5t#S256': say('L’empreinte SHA-256 du certificat (RFC 7517).', 'The certificate’s SHA-256 thumbprint (RFC 7517).'),
  registration_access_token: say(
    'Le jeton qui permet de relire et de modifier cet enregistrement (RFC 7592).',
    'The token with which this registration can be read and changed (RFC 7592).',
  ),
  registration_client_uri: say(
    'L’adresse de cet enregistrement (RFC 7592).',
    'The address of this registration (RFC 7592).',
  ),
  software_id: say('Le logiciel du prestataire.', 'The provider’s software.'),
  software_version: say('Sa version.', 'Its version.'),
  software_statement: say(
    'Une attestation signée sur le logiciel (RFC 7591).',
    'A signed statement about the software (RFC 7591).',
  ),
}
