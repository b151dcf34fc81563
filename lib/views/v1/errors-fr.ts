import type { ApiErrorCode, ApiErrorText } from './errors.ts'

/** Answers themselves are in English. */
export const apiErrorsInFrench: Readonly<Record<ApiErrorCode, ApiErrorText>> = {
  // The request itself.
  json_malformed: {
    title: 'Le corps n’est pas du JSON',
    cause: 'Le corps de la requête n’est pas du JSON lisible.',
    remedy:
      'Envoyez du JSON valide en UTF-8. Une virgule en trop ou des guillemets simples suffisent à le rendre illisible.',
  },
  body_incomplete: {
    title: 'Le corps est incomplet',
    cause: 'La connexion s’est fermée avant l’arrivée du corps entier.',
    remedy: 'Renvoyez la requête avec la même Idempotency-Key.',
  },
  body_too_large: {
    title: 'Le corps est trop grand',
    cause: 'Le corps dépasse 64 Ko.',
    remedy: 'Raccourcissez les textes et les métadonnées. Aucune requête de cette API n’en demande davantage.',
  },
  media_type_not_supported: {
    title: 'Le corps n’est pas annoncé comme du JSON',
    cause:
      '`Content-Type` manque ou n’est pas `application/json` en UTF-8, ou `Content-Encoding` annonce un corps compressé.',
    remedy: 'Envoyez du JSON en UTF-8, non compressé, avec `Content-Type: application/json`.',
  },
  request_malformed: {
    title: 'La requête est mal formée',
    cause: 'Le chemin ou un en-tête est illisible : la requête n’a pas été traitée.',
    remedy:
      '`detail` dit ce qui est illisible. Échappez le chemin et n’envoyez que les en-têtes décrits par cette API.',
  },
  host_unknown: {
    title: 'Cet hôte n’est pas le nôtre',
    cause: 'L’en-tête `Host` désigne un autre serveur.',
    remedy: 'Envoyez vos requêtes à l’adresse indiquée sous « servers » dans le document OpenAPI.',
  },
  invalid_input: {
    title: 'Des données sont à corriger',
    cause: 'Un ou plusieurs champs du corps ou de la requête manquent, sont inconnus ou ont une valeur refusée.',
    remedy:
      '`errors` nomme chaque champ à corriger et ce qu’il doit contenir. Corrigez-les tous, puis renvoyez la requête.',
  },
  member_missing: {
    title: 'Un champ manque',
    cause: 'L’opération a besoin du champ nommé dans `field`, absent de la requête.',
    remedy: 'Ajoutez-le. `detail` indique son type.',
  },
  member_unknown: {
    title: 'Un champ est inconnu',
    cause: 'L’opération n’a ni champ ni paramètre du nom donné dans `field`.',
    remedy: 'Vérifiez son orthographe dans la référence, ou retirez-le.',
  },
  member_repeated: {
    title: 'Un champ figure plusieurs fois',
    cause:
      'Un objet du corps, ou la requête, contient plusieurs fois le champ nommé dans `field` : impossible de savoir lequel compte.',
    remedy: 'Envoyez-le une seule fois.',
  },
  value_not_valid: {
    title: 'Une valeur est à corriger',
    cause: 'La valeur de `field` n’a pas le type ou la forme que décrit la référence, ou sort des limites.',
    remedy: 'Envoyez ce que demande `detail`.',
  },
  not_found: {
    title: 'Introuvable',
    cause:
      'Cette adresse ne correspond à rien, ou l’organisation et le mode de votre clé n’ont rien avec cet identifiant.',
    remedy:
      'Vérifiez le chemin et l’identifiant. Une clé de test ne voit que les objets de test, une clé réelle que les réels.',
  },
  method_not_allowed: {
    title: 'Méthode refusée',
    cause: 'L’adresse existe, mais n’accepte pas cette méthode.',
    remedy: 'Utilisez l’une des méthodes de l’en-tête `Allow`.',
  },
  too_many_tries: {
    title: 'Trop de requêtes',
    cause:
      'La limite de `RateLimit` est atteinte : celle de votre clé, de votre organisation pour ce type d’objet, ou des clés fausses venues de votre adresse.',
    remedy:
      'Attendez le nombre de secondes de `Retry-After`, puis renvoyez la même requête avec la même Idempotency-Key.',
  },

  // The key.
  key_not_valid: {
    title: 'La clé d’API manque ou n’est pas reconnue',
    cause:
      'L’en-tête `Authorization: Bearer gk_…` manque, ou la clé est inconnue, révoquée, ou était celle d’un membre parti depuis.',
    remedy:
      'Envoyez une clé de votre organisation. Une clé révoquée l’est pour toujours : créez-en une dans le tableau de bord.',
  },
  key_expired: {
    title: 'La clé d’API a expiré',
    cause: 'Le dernier jour choisi pour la clé est passé.',
    remedy: 'Créez une clé dans le tableau de bord, ou choisissez un jour plus lointain, sous Clés d’API.',
  },
  key_scope_missing: {
    title: 'Il manque un droit à la clé',
    cause:
      'L’opération demande le droit nommé dans `scope`. La clé a été créée sans lui, ou le rôle du membre qui la détient ne le permet plus.',
    remedy:
      'Créez une clé qui a ce droit : ceux d’une clé ne changent plus. Si la clé l’a, un propriétaire peut la reprendre dans le tableau de bord.',
  },
  address_not_allowed: {
    title: 'La clé d’API n’est pas utilisable depuis cette adresse',
    cause: 'La clé est réservée à certaines adresses IP, et la requête vient d’une autre : `address`.',
    remedy:
      'Envoyez-la depuis un serveur autorisé, ou ajoutez `address` à la clé dans le tableau de bord, sous Clés d’API.',
  },

  // Idempotency.
  idempotency_key_needed: {
    title: 'Il manque une Idempotency-Key',
    cause:
      'Un POST est arrivé sans en-tête `Idempotency-Key`, ou avec une clé qui n’est pas faite de 1 à 255 caractères ASCII imprimables, sans espace.',
    remedy: 'Envoyez un nouvel UUID pour chaque nouvelle requête, et le même quand vous la répétez.',
  },
  idempotency_key_reused: {
    title: 'Cette Idempotency-Key a servi à une autre requête',
    cause:
      'Ces dernières 24 heures, une requête de même clé, mais d’un autre chemin ou d’un autre corps, a reçu sa réponse.',
    remedy: 'Prenez une nouvelle clé pour une nouvelle requête.',
  },
  idempotency_under_way: {
    title: 'La première requête est en cours',
    cause: 'Une requête de même Idempotency-Key est en cours de traitement.',
    remedy: 'Attendez un instant et renvoyez-la : vous recevrez la réponse de la première.',
  },

  // Payments and refunds.
  beneficiary_missing: {
    title: 'Aucun compte à créditer',
    cause:
      'L’organisation n’a pas saisi le compte qui reçoit ses paiements, ou un nouveau compte ne s’applique pas encore.',
    remedy: 'Demandez à un propriétaire de le saisir dans le tableau de bord, sous Organisation.',
  },
  organisation_not_activated: {
    title: 'L’organisation n’est pas activée',
    cause: 'Les paiements réels demandent une organisation activée. `missing` nomme les étapes qui restent.',
    remedy:
      'Demandez à un propriétaire de les terminer dans le tableau de bord, sous Activation. Les clés de test fonctionnent entre-temps.',
  },
  organisation_suspended: {
    title: 'L’organisation est suspendue',
    cause: 'Nous avons arrêté les nouveaux paiements de l’organisation. Ceux en cours vont à leur terme.',
    remedy: 'Le motif figure dans le tableau de bord, sous Activation. Répondez-y ou écrivez-nous.',
  },
  payment_limit_reached: {
    title: 'Un plafond est atteint',
    cause:
      'Le paiement dépasse le plafond décrit dans `limit` : le maximum par paiement, par jour ou par mois, et ce qu’il en reste.',
    remedy:
      'Demandez un montant inférieur, attendez la fin du jour ou du mois à Paris, ou demandez-nous un plafond plus élevé.',
  },
  amount_not_valid: {
    title: 'Le montant est à corriger',
    cause: 'Le montant n’est pas un nombre décimal positif avec les décimales de sa devise, ou il est trop grand.',
    remedy: 'Envoyez un texte comme `"24.90"` : un point, aucun séparateur de milliers, deux décimales pour l’euro.',
  },
  line_items_sum_differs: {
    title: 'Les articles ne font pas le montant',
    cause: 'La somme des articles, chacun `unit_amount` fois `quantity`, n’est pas `amount`.',
    remedy: 'Ajoutez port, taxes et remises comme articles : une remise a un `unit_amount` négatif.',
  },
  bank_not_offered: {
    title: 'Cette banque n’est pas proposée',
    cause:
      'Aucune banque de ce code n’accepte de paiement dans le mode de votre clé, ou elle n’a pas de virement instantané alors que vous en exigez un.',
    remedy: 'Envoyez l’`id` d’une banque que liste `GET /banks`, ou omettez-le : le payeur choisit alors.',
  },
  payer_iban_not_valid: {
    title: 'L’IBAN du payeur est à corriger',
    cause: 'L’IBAN est mal formé, sa clé est fausse ou son pays est hors de la zone SEPA.',
    remedy: 'Corrigez-le, ou omettez-le : le payeur choisit alors un compte chez sa banque.',
  },
  instant_only_today: {
    title: 'Un virement instantané n’attend pas',
    cause: 'La session demande un virement instantané et une `execution_date` à venir.',
    remedy: 'Omettez l’un des deux : les banques exécutent un virement instantané aussitôt.',
  },
  amount_more_than_left: {
    title: 'Plus que ce qui reste à rembourser',
    cause: 'Le montant dépasse ce qui a été reçu et n’a pas encore été remboursé.',
    remedy:
      'Omettez `amount` pour rembourser tout ce qui reste. Si cela est refusé aussi, il ne reste rien : `GET /refunds?payment_id=` montre pourquoi.',
  },
  amount_nothing_to_refund: {
    title: 'Rien à rembourser',
    cause: 'Rien n’a été reçu pour ce paiement.',
    remedy: 'Attendez `payment.executed`. Un paiement qui n’est pas exécuté peut être annulé.',
  },
  return_url_not_registered: {
    title: 'L’adresse n’est pas enregistrée',
    cause: 'L’adresse de `field` ne figure pas parmi les adresses de retour de l’organisation.',
    remedy:
      'Demandez à un propriétaire de l’enregistrer dans le tableau de bord, sous Organisation. Schéma, hôte, port et chemin doivent être identiques ; la requête est libre, les signes comme `{` et `"` encodés en pourcent.',
  },
  execution_date_out_of_range: {
    title: 'La date d’exécution est hors limites',
    cause: 'La date est passée ou à plus d’un an, à l’heure de Paris.',
    remedy: 'Envoyez la date du jour ou une date à venir dans l’année, ou omettez-la.',
  },
  creditor_iban_not_valid: {
    title: 'L’IBAN est à corriger',
    cause: 'La banque du payeur n’a pas dit quel compte a payé, et `creditor_iban` manque ou n’est pas un IBAN.',
    remedy: 'Demandez à votre client l’IBAN à rembourser.',
  },
  creditor_name_missing: {
    title: 'Le nom du titulaire manque',
    cause: 'Un remboursement est un virement, et un virement nomme qui le reçoit.',
    remedy: 'Envoyez `creditor_name`, de 140 caractères au plus.',
  },
  payment_under_way: {
    title: 'Un paiement est en cours',
    cause: 'Le payeur est chez sa banque, ou la banque n’a pas encore donné l’issue du paiement.',
    remedy: 'Attendez le prochain événement du paiement.',
  },
  payment_over: {
    title: 'Le paiement est terminé',
    cause: 'Le paiement est exécuté, annulé ou expiré, et ne change plus.',
    remedy: 'Lisez le paiement pour savoir comment il a fini. Créez-en un autre s’il faut encore payer.',
  },
  payment_not_cancellable: {
    title: 'Le paiement ne peut plus être annulé',
    cause: 'La banque annule un paiement à certaines conditions. `conditions` dit lesquelles ne sont pas remplies.',
    remedy: 'Remboursez le paiement une fois exécuté.',
  },
  cursor_unknown: {
    title: 'Le curseur est inconnu',
    cause: 'Le curseur ne vient pas d’une page de cette liste.',
    remedy: 'Renvoyez tel quel le `next_cursor` de la page précédente, ou recommencez sans curseur.',
  },

  // Payment links.
  link_closed: {
    title: 'Le lien de paiement est fermé',
    cause: 'Le lien a été fermé, ou c’est un lien à usage unique déjà payé.',
    remedy: 'Créez un nouveau lien.',
  },
  expires_at_in_the_past: {
    title: 'La date d’expiration est passée',
    cause: 'Le lien expirerait avant d’être créé.',
    remedy: 'Envoyez une date à venir, ou omettez-la.',
  },

  // Webhook endpoints.
  endpoint_disabled: {
    title: 'L’adresse est désactivée',
    cause: 'Un membre a désactivé cette adresse, ou nous l’avons fait parce qu’elle a répondu 410.',
    remedy: 'Réactivez-la d’abord.',
  },
  secret_rotated_recently: {
    title: 'Le secret a changé il y a moins de 24 heures',
    cause: 'Le secret précédent signe encore ; un nouveau changement y mettrait fin aussitôt.',
    remedy: 'Attendez `previous_secret_until`, ou envoyez `"force": true` si le nouveau secret a fuité.',
  },
  endpoint_limit_reached: {
    title: 'Trop d’adresses',
    cause: 'L’organisation a déjà le nombre maximal d’adresses de webhook dans ce mode.',
    remedy: 'Supprimez-en une qui ne sert plus.',
  },
  url_not_an_address: {
    title: 'Ce n’est pas une adresse',
    cause: 'Le texte n’est pas une adresse http ou https complète.',
    remedy: 'Envoyez une adresse comme `https://boutique.example/webhooks`.',
  },
  url_not_https: {
    title: 'L’adresse n’est pas en https',
    cause: 'Les événements ne partent qu’en https.',
    remedy: 'Recevez les événements en https. En démonstration, `http://localhost` convient aussi en mode test.',
  },
  url_ip_literal: {
    title: 'L’adresse est une adresse IP',
    cause: 'Les événements partent vers des noms d’hôte, jamais vers des adresses IP.',
    remedy: 'Donnez à votre serveur un nom d’hôte dans le DNS public.',
  },
  url_local_name: {
    title: 'L’adresse désigne un hôte local',
    cause: 'Le nom d’hôte n’est pas public.',
    remedy: 'Donnez à votre serveur un nom d’hôte dans le DNS public.',
  },
  url_port_not_allowed: {
    title: 'Le port n’est pas accepté',
    cause: 'Les événements partent vers les ports 443 et 8443.',
    remedy: 'Recevez les événements sur l’un des deux.',
  },
  url_has_user: {
    title: 'L’adresse contient des identifiants',
    cause: 'L’adresse porte un nom d’utilisateur ou un mot de passe avant l’hôte.',
    remedy: 'Retirez-les. Les événements sont signés : vérifiez plutôt la signature.',
  },
  url_has_fragment: {
    title: 'L’adresse a un fragment',
    cause: 'Ce qui suit un `#` n’est jamais envoyé à un serveur.',
    remedy: 'Retirez-le.',
  },
  url_too_long: {
    title: 'L’adresse est trop longue',
    cause: 'L’adresse dépasse 500 caractères.',
    remedy: 'Raccourcissez-la.',
  },

  // Banks, and us.
  bank_unavailable: {
    title: 'La banque ne répond pas',
    cause: 'La banque est injoignable, ou n’a pas répondu à temps.',
    remedy: 'Réessayez plus tard. Rien n’a changé à la banque, sauf si le paiement dit le contraire.',
  },
  bank_paused: {
    title: 'Les appels à la banque sont suspendus',
    cause: 'La banque a échoué plusieurs fois de suite : nous attendons avant le prochain appel.',
    remedy: 'Attendez le nombre de secondes de `Retry-After`.',
  },
  bank_crowded: {
    title: 'Trop d’appels à la banque sont en cours',
    cause: 'Le nombre d’appels simultanés à une banque est limité, et la limite est atteinte.',
    remedy: 'Réessayez dans quelques secondes.',
  },
  bank_refused: {
    title: 'La banque a refusé',
    cause: 'La banque a refusé l’appel. `bank_code` est son propre code.',
    remedy: 'Lisez le paiement : sa dernière tentative dit pourquoi.',
  },
  bank_answer_unusable: {
    title: 'La réponse de la banque est inutilisable',
    cause: 'La réponse de la banque ne suit pas la spécification de son interface.',
    remedy: 'Réessayez plus tard. Nous sommes prévenus.',
  },
  busy: {
    title: 'Occupé',
    cause: 'Le service, ou l’objet à modifier, est occupé pour un moment.',
    remedy: 'Renvoyez la même requête dans une seconde, avec la même Idempotency-Key.',
  },
  our_fault: {
    title: 'Un incident de notre côté',
    cause: 'La requête était correcte. L’échec vient de nous.',
    remedy: 'Renvoyez-la avec la même Idempotency-Key. En cas de nouvel échec, communiquez-nous le `request_id`.',
  },
}
