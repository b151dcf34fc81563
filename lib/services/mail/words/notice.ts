import type { NoticeFacts, NoticeKind } from '#lib/domain/people/notice.ts'
import type { MailLanguage, MailParts } from './frame.ts'

/** No name, IBAN or amount: a stranger may read it. */

export type NoticeToMail = {
  readonly kind: NoticeKind
  readonly facts: NoticeFacts
  readonly link: string
  readonly settingsLink: string
}

type Words = { readonly subject: string; readonly sentences: readonly string[]; readonly action: string }
type Write = (facts: NoticeFacts) => Words

const dateIn = (language: MailLanguage, iso: string | undefined): string =>
  iso === undefined
    ? ''
    : new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
        dateStyle: 'long',
        timeZone: 'Europe/Paris',
      }).format(new Date(iso))

const english: { readonly [kind in NoticeKind]: Write } = {
  renewal_due: ({ bankName, daysLeft = 0, endsAt }) => ({
    subject: `${bankName}: ${daysLeft === 1 ? 'access ends tomorrow' : `access ends in ${daysLeft} days`}`,
    sentences: [
      `We update your accounts at ${bankName} until ${dateIn('en', endsAt)}.`,
      'Renewing takes a minute at your bank. You keep your choices and all your history. If you stop on the way, nothing changes.',
    ],
    action: 'Renew access',
  }),
  expired: ({ bankName }) => ({
    subject: `${bankName}: access has ended`,
    sentences: [
      `The 180 days of access to your accounts at ${bankName} are over. They are no longer updated.`,
      'Your history stays in Guichet. Renew at any time to go on where you left off.',
    ],
    action: 'Renew access',
  }),
  revoked: ({ bankName, by }) => ({
    subject: `${bankName}: access was withdrawn`,
    sentences: [
      by === 'us'
        ? `We asked ${bankName} for something your access doesn’t cover, so the bank withdrew that access. This is our fault.`
        : `Access to your accounts at ${bankName} was withdrawn, by you on its site or by the bank itself; it doesn’t say which.`,
      'These accounts are no longer updated. Your history stays in Guichet, and you can renew access at any time.',
    ],
    action: 'See the connection',
  }),
  replaced: ({ bankName, by }) => ({
    subject: `${bankName}: linked again elsewhere`,
    sentences: [
      by === 'you_elsewhere'
        ? `You linked the same log-in at ${bankName} a second time. The bank allows only one connection per log-in, so the earlier one has ended.`
        : `Your log-in at ${bankName} was linked from another Guichet account. The bank allows only one connection per log-in, so yours has ended.`,
      ...(by === 'you_elsewhere'
        ? []
        : [
            `If that wasn’t you or someone you trust, change your password at ${bankName} first, then renew your connection.`,
          ]),
      'Your history stays in Guichet.',
    ],
    action: 'See the connection',
  }),
  new_accounts: ({ bankName, count = 1 }) => ({
    subject: `${bankName}: ${count === 1 ? 'a new account' : `${count} new accounts`}`,
    sentences: [
      `${bankName} has ${count === 1 ? 'an account' : `${count} accounts`} you haven’t decided about yet.`,
      `We read nothing from ${count === 1 ? 'it' : 'them'} until you share ${count === 1 ? 'it' : 'them'}.`,
    ],
    action: 'Choose what to share',
  }),
  transfer_held: ({ bankName }) => ({
    subject: `${bankName}: one of your transfers is on hold`,
    sentences: [
      `${bankName}’s answer about one of your transfers doesn’t match what you asked for. We don’t count it as executed, and do nothing more by ourselves.`,
      `Ask ${bankName} before you send the money again: the bank may still execute it.`,
    ],
    action: 'See the transfer',
  }),
}

const french: { readonly [kind in NoticeKind]: Write } = {
  renewal_due: ({ bankName, daysLeft = 0, endsAt }) => ({
    subject: `${bankName}\u202f: ${daysLeft === 1 ? 'l’accès prend fin demain' : `l’accès prend fin dans ${daysLeft}\u00a0jours`}`,
    sentences: [
      `Nous mettons à jour vos comptes chez ${bankName} jusqu’au ${dateIn('fr', endsAt)}.`,
      'Renouveler prend une minute chez votre banque. Vous gardez vos choix et tout votre historique. Si vous abandonnez en route, rien ne change.',
    ],
    action: 'Renouveler l’accès',
  }),
  expired: ({ bankName }) => ({
    subject: `${bankName}\u202f: l’accès a pris fin`,
    sentences: [
      `Les 180\u00a0jours d’accès à vos comptes chez ${bankName} sont passés. Ils ne sont plus mis à jour.`,
      'Votre historique reste dans Guichet. Renouvelez quand vous voulez pour reprendre là où vous en étiez.',
    ],
    action: 'Renouveler l’accès',
  }),
  revoked: ({ bankName, by }) => ({
    subject: `${bankName}\u202f: l’accès a été retiré`,
    sentences: [
      by === 'us'
        ? `Nous avons demandé à ${bankName} plus que votre accès ne permet, et la banque l’a retiré. C’est notre faute.`
        : `L’accès à vos comptes chez ${bankName} a été retiré, par vous sur son site ou par la banque elle-même, qui ne le précise pas.`,
      'Ces comptes ne sont plus mis à jour. Votre historique reste dans Guichet, et vous pouvez renouveler l’accès à tout moment.',
    ],
    action: 'Voir la connexion',
  }),
  replaced: ({ bankName, by }) => ({
    subject: `${bankName}\u202f: reliée de nouveau ailleurs`,
    sentences: [
      by === 'you_elsewhere'
        ? `Vous avez relié une seconde fois le même identifiant chez ${bankName}. La banque n’accepte qu’une connexion par identifiant\u202f: la première a donc pris fin.`
        : `Votre identifiant chez ${bankName} a été relié depuis un autre compte Guichet. La banque n’accepte qu’une connexion par identifiant\u202f: la vôtre a donc pris fin.`,
      ...(by === 'you_elsewhere'
        ? []
        : [
            `Si ce n’était ni vous ni une personne de confiance, changez d’abord votre mot de passe chez ${bankName}, puis renouvelez votre connexion.`,
          ]),
      'Votre historique reste dans Guichet.',
    ],
    action: 'Voir la connexion',
  }),
  new_accounts: ({ bankName, count = 1 }) => ({
    subject: `${bankName}\u202f: ${count === 1 ? 'un nouveau compte' : `${count}\u00a0nouveaux comptes`}`,
    sentences: [
      `${bankName} propose ${count === 1 ? 'un compte' : `${count}\u00a0comptes`} que vous n’avez pas encore ${count === 1 ? 'partagé' : 'partagés'}.`,
      'Nous n’en lisons rien sans votre accord.',
    ],
    action: 'Choisir ce que je partage',
  }),
  transfer_held: ({ bankName }) => ({
    subject: `${bankName}\u202f: un de vos virements est suspendu`,
    sentences: [
      `La réponse de ${bankName} sur l’un de vos virements ne concorde pas avec votre demande. Nous ne le comptons pas comme exécuté, et ne faisons plus rien de nous-mêmes.`,
      `Interrogez ${bankName} avant de renvoyer l’argent\u202f: la banque peut encore l’exécuter.`,
    ],
    action: 'Voir le virement',
  }),
}

const frames = {
  en: {
    write: english,
    greeting: 'Hello,',
    why: 'You get this email about your banks in Guichet. We never ask for a password or a code by email.',
    off: 'Turn these emails off',
  },
  fr: {
    write: french,
    greeting: 'Bonjour,',
    why: 'Vous recevez ce message au sujet de vos banques dans Guichet. Nous ne demandons jamais de mot de passe ni de code par e-mail.',
    off: 'Ne plus recevoir ces messages',
  },
} as const

export function writeNoticeMail({ kind, facts, link, settingsLink }: NoticeToMail, language: MailLanguage): MailParts {
  const { write, greeting, why, off } = frames[language]
  const { subject, sentences, action } = write[kind](facts)
  const parts = { subject, paragraphs: [greeting, ...sentences], action: { label: action, url: link } }
  return { ...parts, small: { text: why, link: { label: off, url: settingsLink } } }
}
