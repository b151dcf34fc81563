import type { MailLanguage, MailParts } from './frame.ts'

/** Nothing about anybody's money. */

const small = {
  en: { text: 'You get this email as an operator of Guichet. We never ask for a password or a code by email.' },
  fr: {
    text: 'Vous recevez ce message comme opérateur de Guichet. Nous ne demandons jamais de mot de passe ni de code par e-mail.',
  },
}
const names = { qwac: 'QWAC', qsealc: 'QSealC' }

export type EndingFacts = {
  readonly use: 'qwac' | 'qsealc'
  readonly fingerprint: string
  /** 0 or less: expired. */
  readonly daysLeft: number
  readonly page: string
}

export function writeCertificateEnding(
  { use, fingerprint, daysLeft, page }: EndingFacts,
  language: MailLanguage,
): MailParts {
  const name = names[use]
  const short = fingerprint.slice(0, 16)
  if (language === 'en') {
    const when = daysLeft <= 0 ? 'has ended' : daysLeft === 1 ? 'ends in one day' : `ends in ${daysLeft} days`
    return {
      subject: `Guichet: the ${name} ${when}`,
      paragraphs: [
        `The ${name} ${short} ${when}.`,
        'Without a new one every bank refuses us. Add the new certificates in the operator console, under Certificates, and put them in use.',
      ],
      action: { label: 'See the certificates', url: page },
      small: small.en,
    }
  }
  const when =
    daysLeft <= 0 ? 'a expiré' : daysLeft === 1 ? 'expire dans un jour' : `expire dans ${daysLeft}\u00a0jours`
  return {
    subject: `Guichet\u202f: le ${name} ${when}`,
    paragraphs: [
      `Le ${name} ${short} ${when}.`,
      'Sans remplaçant, chaque banque nous refuse. Ajoutez les nouveaux certificats dans la console opérateur, page Certificats, puis mettez-les en usage.',
    ],
    action: { label: 'Voir les certificats', url: page },
    small: small.fr,
  }
}

/** I3, P15. */
export const paymentAlarms = [
  'mismatch',
  'executed_unconfirmed',
  'contradiction',
  'confirmation_denied',
  'unread',
] as const
export type PaymentAlarm = (typeof paymentAlarms)[number]

export type AlarmFacts = {
  readonly what: PaymentAlarm
  readonly bankCode: string
  readonly orderId: string
  readonly status: string
  readonly page: string
}

const alarms: Record<MailLanguage, Record<Exclude<PaymentAlarm, 'unread'>, string>> = {
  en: {
    mismatch: 'it shows another amount, payee or detail than requested',
    executed_unconfirmed: 'it executed a payment that we had not confirmed',
    contradiction: 'it carries out a payment that had ended',
    confirmation_denied: 'its answer to our confirmation does not fit what it shows, and it may execute the payment',
  },
  fr: {
    mismatch: 'elle affiche un autre montant, bénéficiaire ou détail que demandé',
    executed_unconfirmed: 'elle a exécuté un paiement que nous n’avions pas confirmé',
    contradiction: 'elle exécute un paiement qui avait pris fin',
    confirmation_denied:
      'sa réponse à notre confirmation ne s’accorde pas avec ce qu’elle affiche, et elle pourrait exécuter le paiement',
  },
}

export function writePaymentAlarm(
  { what, bankCode, orderId, status, page }: AlarmFacts,
  language: MailLanguage,
): MailParts {
  if (what === 'unread') return writeUnread({ bankCode, orderId, status, page }, language)
  return language === 'en'
    ? {
        subject: `Guichet: bank ${bankCode} contradicts a payment`,
        paragraphs: [
          `What bank ${bankCode} answers about payment ${orderId} contradicts our records: ${alarms.en[what]}. Here its status is “${status}”.`,
          'Compare the timeline with the bank, and speak with its support before you tell anyone that money has or has not moved.',
        ],
        action: { label: 'See the audit trail', url: page },
        small: small.en,
      }
    : {
        subject: `Guichet\u202f: la banque ${bankCode} contredit un paiement`,
        paragraphs: [
          `Ce que la banque ${bankCode} répond du paiement ${orderId} contredit nos données\u202f: ${alarms.fr[what]}. Chez nous, il est à l’état «\u202f${status}\u202f».`,
          'Comparez l’historique avec la banque, et parlez à son assistance avant que quiconque soit informé que l’argent est parti, ou non.',
        ],
        action: { label: 'Voir la piste d’audit', url: page },
        small: small.fr,
      }
}

function writeUnread({ bankCode, orderId, status, page }: Omit<AlarmFacts, 'what'>, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: `Guichet: we can’t read what bank ${bankCode} says about a payment`,
        paragraphs: [
          `We could not read what bank ${bankCode} answers about payment ${orderId}, three times in a row. Here its status is “${status}”; the bank may have executed it.`,
          'The log gives the reason, at “payment.drive” or at the call. We keep asking the bank, at growing intervals.',
        ],
        action: { label: 'See the audit trail', url: page },
        small: small.en,
      }
    : {
        subject: `Guichet\u202f: ce que la banque ${bankCode} dit d’un paiement ne peut pas être enregistré`,
        paragraphs: [
          `Ce que la banque ${bankCode} répond du paiement ${orderId} n’a pas pu être enregistré, trois fois de suite. Chez nous, il est à l’état «\u202f${status}\u202f»\u202f; la banque l’a peut-être exécuté.`,
          'Le journal dit pourquoi, à «\u202fpayment.drive\u202f» ou à l’appel. Nous continuons d’interroger la banque, de plus en plus rarement.',
        ],
        action: { label: 'Voir la piste d’audit', url: page },
        small: small.fr,
      }
}

export type AuditBrokenFacts = {
  readonly count: number
  /** The first. */
  readonly stream: string
  readonly seq: number
  readonly page: string
}

/** C49. */
export function writeAuditBroken({ count, stream, seq, page }: AuditBrokenFacts, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Guichet: the audit trail is broken',
        paragraphs: [
          `A look through the whole audit trail found ${count === 1 ? 'one break' : `${count} breaks`}, the first at event ${seq} of ${stream}: somebody changed, cut or moved what our own code can only append to.`,
          'Keep the database as it is, compare the heads with those in the logs kept elsewhere, and find out who had access to it.',
        ],
        action: { label: 'See the audit trail', url: page },
        small: small.en,
      }
    : {
        subject: 'Guichet\u202f: la piste d’audit est rompue',
        paragraphs: [
          `La vérification de toute la piste d’audit a trouvé ${count === 1 ? 'une rupture' : `${count}\u00a0ruptures`}, la première à l’événement ${seq} de ${stream}\u202f: quelqu’un a modifié, coupé ou déplacé ce que notre code ne peut qu’allonger.`,
          'Gardez la base telle qu’elle est, comparez les têtes avec celles des journaux gardés ailleurs, et cherchez qui y avait accès.',
        ],
        action: { label: 'Voir la piste d’audit', url: page },
        small: small.fr,
      }
}

export type RestFacts = {
  readonly bankCode: string
  readonly count: number
  readonly page: string
}

/** Each time the process died. */
export function writeReadingsRest({ bankCode, count, page }: RestFacts, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: `Guichet: readings of bank ${bankCode} never end`,
        paragraphs: [
          `Three readings in a row of ${count === 1 ? 'one connection' : `${count} connections`} at bank ${bankCode} began and never ended: the processes that read died. ${count === 1 ? 'It rests' : 'They rest'} for a day, then each is tried once.`,
          'Look into the logs and the memory of the workers at those moments, and into what the bank sent.',
        ],
        action: { label: 'See the audit trail', url: page },
        small: small.en,
      }
    : {
        subject: `Guichet\u202f: des lectures de la banque ${bankCode} ne finissent jamais`,
        paragraphs: [
          `Trois lectures de suite ${count === 1 ? 'd’une connexion' : `de ${count}\u00a0connexions`} à la banque ${bankCode} ont commencé sans jamais finir\u202f: les processus qui lisaient sont morts. ${count === 1 ? 'Elle reste' : 'Elles restent'} un jour en repos, puis une seule tentative a lieu.`,
          'Regardez les journaux et la mémoire des processus à ces moments, et ce que la banque a envoyé.',
        ],
        action: { label: 'Voir la piste d’audit', url: page },
        small: small.fr,
      }
}

export type FailingReadingsFacts = {
  readonly bankCode: string
  readonly page: string
}

export function writeReadingsFail({ bankCode, page }: FailingReadingsFacts, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: `Guichet: readings of bank ${bankCode} fail on our side`,
        paragraphs: [
          `Three readings in a row of a connection at bank ${bankCode} failed on our side: neither the bank nor the person is to blame. What could be read was kept; the next reading comes at its usual time. The audit trail names this connection and any other.`,
          'Look for “our fault” in the logs: each failure stands there with its cause. You will not be told of this connection again before a reading of it has succeeded.',
        ],
        action: { label: 'See the audit trail', url: page },
        small: small.en,
      }
    : {
        subject: `Guichet\u202f: des lectures de la banque ${bankCode} échouent de notre fait`,
        paragraphs: [
          `Trois lectures de suite d’une connexion à la banque ${bankCode} ont échoué de notre fait\u202f: ni la banque ni la personne n’y sont pour rien. Ce qui a pu être lu est gardé, et la prochaine lecture vient à son heure. La piste d’audit nomme cette connexion et les autres.`,
          'Cherchez «\u202four fault\u202f» dans les journaux\u202f: chaque échec y figure avec sa cause. Cette connexion ne vous sera plus signalée avant qu’une lecture en ait réussi.',
        ],
        action: { label: 'Voir la piste d’audit', url: page },
        small: small.fr,
      }
}

export type WaitingFacts = {
  readonly merchant: string
  readonly page: string
}

export function writeActivationWaits({ merchant, page }: WaitingFacts, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: `Guichet: ${merchant} waits to go live`,
        paragraphs: [
          `${merchant} asks for live payments, and its account could not be verified without us.`,
          'Compare what it says with its documents, then approve or decline. Until then it can only test.',
        ],
        action: { label: 'See the merchant', url: page },
        small: small.en,
      }
    : {
        subject: `Guichet\u202f: ${merchant} attend les paiements réels`,
        paragraphs: [
          `${merchant} demande les paiements réels, et son compte n’a pas pu être vérifié sans nous.`,
          'Comparez ses déclarations à ses documents, puis approuvez ou refusez. D’ici là, seuls les tests sont possibles.',
        ],
        action: { label: 'Voir le commerçant', url: page },
        small: small.fr,
      }
}
