import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'

/** French translations of the texts in the three documents, by their English in the OpenAPI documents. */
export const frenchWords: Readonly<Record<string, string>> = withFrenchSpaces({
  'Account information': 'Information sur les comptes',
  'Payment initiation': 'Initiation de paiement',
  Registration: 'Enregistrement',
  'Consent, accounts, balances, transactions, identity, overdrafts and owners, and the OAuth endpoints':
    'Consentement, comptes, soldes, opérations, identité, découverts et titulaires, et les points d’accès OAuth',
  'Payment and transfer requests, their status, confirmation and cancellation':
    'Demandes de paiement et de virement, leur statut, leur confirmation et leur annulation',
  'Registration of applications and agents (RFC 7591, RFC 7592)':
    'Enregistrement des applications et des agents (RFC 7591, RFC 7592)',

  'Verification of payee': 'Vérification du bénéficiaire',
  'Whether a name is that of the account’s holder, before a payment':
    'Ce nom est-il celui du titulaire du compte, avant un paiement',
  'Whether a name is that of the account’s holder': 'Ce nom est-il celui du titulaire du compte',
  'Regulation (EU) 2024/886, article 5c': 'règlement (UE) 2024/886, article 5 quater',
  'One of the four answers': 'L’une des quatre réponses',
  'ISO 8601, at most five minutes off the real time': 'ISO 8601, à cinq minutes au plus de l’heure réelle',
  'Malformed request or timestamp (FORMAT_ERROR, TIMESTAMP_INVALID)':
    'Demande ou horodatage mal formé (FORMAT_ERROR, TIMESTAMP_INVALID)',
  'Certificate or role does not fit (CLIENT_INVALID)': 'Le certificat ou le rôle ne convient pas (CLIENT_INVALID)',
  'Another method is needed': 'Une autre méthode est attendue',
  'Too many requests, or too many names of one account in a day; Retry-After says when to come back':
    'Trop de demandes, ou trop de noms pour un même compte dans la journée ; Retry-After dit quand revenir',

  'Send the PSU to the screens of the bank': 'Envoyer le client aux écrans de la banque',
  'Get or refresh tokens': 'Obtenir ou renouveler des jetons',
  'Revoke both tokens of a pair': 'Révoquer les deux jetons d’une paire',
  'Accounts and cards of the PSU': 'Comptes et cartes du client',
  'Balances of an account, outstandings of a card': 'Soldes d’un compte, encours d’une carte',
  'Transactions of an account, slips of a card': 'Opérations d’un compte, factures d’une carte',
  'First and last name of the PSU': 'Prénom et nom du client',
  'Record the consent of the PSU': 'Enregistrer le consentement du client',
  'The authorised overdraft of an account': 'Le découvert autorisé d’un compte',
  'Owners of an account or card': 'Titulaires d’un compte ou d’une carte',
  'Not available': 'Non disponible',
  'Not in this version': 'Inexistant dans cette version',
  'Initiate a payment or a transfer': 'Initier un paiement ou un virement',
  'Read a request with its statuses': 'Lire une demande et ses statuts',
  'Cancel a deferred or recurrent request, or single instructions of it':
    'Annuler une demande différée ou permanente, ou certaines de ses instructions',
  'Confirm a request that the PSU has accepted; only then it is executed':
    'Confirmer une demande que le client a acceptée ; elle n’est exécutée qu’ensuite',
  'Register an application or an agent': 'Enregistrer une application ou un agent',
  'Replace the registration': 'Remplacer l’enregistrement',
  'Read the registration': 'Lire l’enregistrement',
  'Delete the registration': 'Supprimer l’enregistrement',

  'the registered application': 'l’application enregistrée',
  'one of the registered addresses': 'l’une des adresses enregistrées',
  '`aisp`, also with `extended_transaction_history`, or `cbpii`':
    '`aisp`, aussi avec `extended_transaction_history`, ou `cbpii`',
  'comes back as it is': 'revient tel quel',
  'RFC 7636, SHA-256 in base64url': 'RFC 7636, SHA-256 en base64url',
  '1: the fallback mode; else a normal request': '1 : mode secours ; sinon, une demande ordinaire',
  'a page number, or `last`': 'un numéro de page, ou `last`',
  'workspace of the request; the default is that of the token (D32)':
    'espace de travail de la requête ; par défaut, celui du jeton (D32)',
  'draft-cavage-http-signatures-10: keyId, algorithm rsa-sha256, headers, signature; covers (request-target) and x-request-id, and digest when there is a body (D14)':
    'draft-cavage-http-signatures-10 : keyId, algorithm rsa-sha256, headers, signature ; couvre (request-target) et x-request-id, et digest quand il y a un corps (D14)',
  'Correlation id, echoed; at most 70 characters (D18)':
    'Identifiant de corrélation, renvoyé dans la réponse ; 70 caractères au plus (D18)',
  'At most five minutes off the real time (D14)': 'À cinq minutes au plus de l’heure réelle (D14)',
  'SHA-256=<base64>: required with a body (D15)': 'SHA-256=<base64> : obligatoire avec un corps (D15)',
  'The PSU is connected: no batch limit': 'Le client est connecté : pas de quota',
  'Port of the terminal': 'Port du terminal',
  'Method of the request to the TPP': 'Méthode de la requête reçue par le prestataire',
  'When the PSU asked': 'Moment de la demande du client',
  'Browser or operating system': 'Navigateur ou système',
  'Referer of the request to the TPP': 'Referer de la requête reçue par le prestataire',
  'Accept of the request to the TPP': 'Accept de la requête reçue par le prestataire',
  'Accept-Charset of the request to the TPP': 'Accept-Charset de la requête reçue par le prestataire',
  'Accept-Encoding of the request to the TPP': 'Accept-Encoding de la requête reçue par le prestataire',
  'Accept-Language of the request to the TPP': 'Accept-Language de la requête reçue par le prestataire',
  'UUID of the device or installation': 'UUID de l’appareil ou de l’installation',
  'the `resourceId` from the account list (D30)': 'le `resourceId` de la liste des comptes (D30)',
  'booked on this day or later': 'date de comptabilisation à partir de laquelle lire, incluse',
  'booked before this day': 'date jusqu’à laquelle lire, exclue',
  'only `bookingDate`': 'seulement `bookingDate`',
  'only transactions with a greater entryReference': 'seulement les opérations dont l’entryReference est supérieure',
  'only transactions with an entryReference that is not greater':
    'seulement les opérations dont l’entryReference n’est pas supérieure',
  'the `resourceId` of a transaction': 'le `resourceId` d’une opération',
  'the `paymentRequestResourceId`, which is the `resourceId` of the request':
    'le `paymentRequestResourceId`, qui est le `resourceId` de la demande',
  'SHA-256 of the body, base64': 'SHA-256 du corps, en base64',
  'Bearer <ACCESS_TOKEN> of scope manageRegistration': 'Bearer <ACCESS_TOKEN> de portée manageRegistration',
  'the `client_id` that the registration gave': 'le `client_id` donné à l’enregistrement',

  'To the screens': 'Vers les écrans',
  'RFC 6749 § 5.2: invalid_request, invalid_grant, invalid_scope, unauthorized_client, unsupported_grant_type':
    'RFC 6749 § 5.2 : invalid_request, invalid_grant, invalid_scope, unauthorized_client, unsupported_grant_type',
  'invalid_client: the certificate or the client_id does not fit':
    'invalid_client : le certificat ou le client_id ne convient pas',
  'No such bank or path': 'Banque ou chemin inconnu',
  'Another method is needed; Allow names it (NIMP)': 'Une autre méthode est attendue ; Allow la nomme (NIMP)',
  'The request did not arrive in time': 'La requête n’est pas arrivée à temps',
  'Internal error': 'Erreur interne',
  'Temporarily unavailable': 'Indisponible pour le moment',
  Tokens: 'Jetons',
  'Fallback mode: to the login page of online banking':
    'Mode secours : vers la page de connexion de la banque en ligne',
  'Too many requests without the PSU; Retry-After says when the next day begins (TMRQ)':
    'Trop de requêtes sans le client ; Retry-After dit quand commence le jour suivant (TMRQ)',
  'Revoked, or never known': 'Révoqué, ou jamais connu',
  'Nothing to show': 'Rien à montrer',
  'A value or the request is malformed (FF01, ENDE, IPGN), or this version lacks the entry point':
    'Valeur incorrecte ou requête mal formée (FF01, ENDE, IPGN), ou point d’accès inexistant',
  'The proof of the request is missing or wrong (Signature, Digest, Date, X-Request-ID), or the token is dead (invalid_token)':
    'La preuve de la requête manque ou est fausse (Signature, Digest, Date, X-Request-ID), ou le jeton n’est plus valable (invalid_token)',
  'Authenticated, but not allowed (BE05, BADS, NGAC, IPSU, AC04, AC06)':
    'Authentifié, mais non autorisé (BE05, BADS, NGAC, IPSU, AC04, AC06)',
  'Unknown resource (AC01, NAAC, CDNA, RENF)': 'Ressource inconnue (AC01, NAAC, CDNA, RENF)',
  'Accept allows neither application/hal+json nor application/json':
    'Accept n’admet ni application/hal+json ni application/json',
  'The bank failed (INTE), or an X-Request-ID that was used for another request (D18)':
    'Erreur interne (INTE), ou X-Request-ID déjà employé pour une autre requête (D18)',
  'The information system does not answer (INTS)': 'Le système d’information ne répond pas (INTS)',
  'Recorded, in place of the one before': 'Enregistré, à la place du précédent',
  'The entry point is there and has nothing to give (NIMP)': 'Le point d’accès existe mais ne peut rien donner (NIMP)',
  Created: 'Créé',
  'Malformed structure or a value that is not allowed: code FF01, message RJCT, the reason in error':
    'Structure mal formée ou valeur non admise : code FF01, message RJCT, la raison dans error',
  'Bad access token, or a certificate that does not fit': 'Jeton d’accès incorrect, ou certificat qui ne convient pas',
  'Unknown request resource': 'Demande inconnue',
  'Internal server error, or a duplicate of a key that must be unique':
    'Erreur interne, ou clé en double alors qu’elle doit être unique',
  'The request': 'La demande',
  'The PSU has to consent': 'Le client doit consentir',
  'The state of the request does not allow it': 'L’état de la demande ne le permet pas',
  Confirmed: 'Confirmé',
  Registered: 'Enregistré',
  'A member that does not fit (invalid_client_metadata, invalid_redirect_uri), or a proof that is missing or wrong':
    'Un membre qui ne convient pas (invalid_client_metadata, invalid_redirect_uri), ou une preuve absente ou fausse',
  'The token is dead': 'Le jeton n’est plus valable',
  'Certificate, role or scope does not fit': 'Le certificat, le rôle ou la portée ne convient pas',
  'No registration of yours has that client_id': 'Aucun de vos enregistrements n’a ce client_id',
  'Not implemented': 'Non réalisé',
  Replaced: 'Remplacé',
  'What is registered': 'Ce qui est enregistré',
  Deleted: 'Supprimé',

  'document 1, authentication; D7, D8': 'document 1, authentification ; D7, D8',
  'behaviour rules 1 to 4': 'règles de fonctionnement 1 à 4',
  'behaviour rules 6 and 7': 'règles de fonctionnement 6 et 7',
  'behaviour rules 9 and 10': 'règles de fonctionnement 9 et 10',
  'document 1, Consent': 'document 1, Consent',
  'document 2, notes 4 and 7; D36': 'document 2, notes 4 et 7 ; D36',
  'document 2, note 6; D40': 'document 2, note 6 ; D40',
  'document 2, notes 2, 3 and 5; D33': 'document 2, notes 2, 3 et 5 ; D33',
  'document 2, notes 1, 3 and 5; D33': 'document 2, notes 1, 3 et 5 ; D33',
})

/** A text of the documents in the language of the page; unchanged if there is no translation. */
export function sayWords(language: Language, sentence: string): string {
  return language === 'fr' ? (frenchWords[sentence] ?? sentence) : sentence
}
