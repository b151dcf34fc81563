import type { NoticeFacts, NoticeKind } from '#lib/domain/people/notice.ts'
import type { MailLanguage, MailParts } from './frame.ts'

/**
 * A notice as a mail, in the person's language. It says what the application says and where to act;
 * there is nothing in it that a stranger who reads the mail should not know: no name, no IBAN, no amount.
 */

export type NoticeToMail = {
  readonly kind: NoticeKind
  readonly facts: NoticeFacts
  /** Where to act. */
  readonly link: string
  /** Where mails are turned off. */
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
      `Guichet may read your accounts at ${bankName} until ${dateIn('en', endsAt)}. After that, nothing more is read.`,
      'Renewing takes a minute at your bank. What you allowed and all your history stay as they are; if you give up on the way, nothing changes.',
    ],
    action: 'Renew access',
  }),
  expired: ({ bankName }) => ({
    subject: `${bankName}: access has ended`,
    sentences: [
      `The 180 days for which you gave access to your accounts at ${bankName} are over. Guichet reads nothing more there.`,
      'Your history stays visible. Renew when you like: everything goes on where it stopped.',
    ],
    action: 'Renew access',
  }),
  revoked: ({ bankName, by }) => ({
    subject: `${bankName}: access was withdrawn`,
    sentences: [
      by === 'us'
        ? `Guichet made a request that your access at ${bankName} does not cover, and the bank withdrew the access. This is our fault.`
        : `The access to your accounts at ${bankName} was withdrawn at the bank: by you on its site, or by the bank itself, which does not say which.`,
      'Guichet reads nothing more there. Your history stays visible; you can give the access again at any time.',
    ],
    action: 'See the connection',
  }),
  replaced: ({ bankName, by }) => ({
    subject: `${bankName}: linked again elsewhere`,
    sentences: [
      by === 'you_elsewhere'
        ? `You linked the same login at ${bankName} a second time. The bank accepts only one access for each login, so the earlier one has ended.`
        : `The login at ${bankName} that you had linked was linked from another Guichet account. The bank accepts only one access for each login, so yours has ended.`,
      ...(by === 'you_elsewhere'
        ? []
        : [
            `If that was not you or someone you trust, change your password at ${bankName} first, then take the access back.`,
          ]),
      'Your history stays visible.',
    ],
    action: 'See the connection',
  }),
  new_accounts: ({ bankName, count = 1 }) => ({
    subject: `${bankName}: ${count === 1 ? 'a new account' : `${count} new accounts`}`,
    sentences: [
      `${bankName} now lists ${count === 1 ? 'an account' : `${count} accounts`} that you have not been asked about.`,
      `Nothing of ${count === 1 ? 'it' : 'them'} is read before you say so.`,
    ],
    action: 'Choose what is shared',
  }),
  transfer_held: ({ bankName }) => ({
    subject: `${bankName}: a transfer of yours is on hold`,
    sentences: [
      `What ${bankName} says of a transfer of yours is not what you asked for: another amount, payee or detail. It does not count as made, and Guichet does nothing more about it by itself.`,
      `See what differs, and ask ${bankName} before you send the money again: the bank may still carry it out.`,
    ],
    action: 'See the transfer',
  }),
}

const french: { readonly [kind in NoticeKind]: Write } = {
  renewal_due: ({ bankName, daysLeft = 0, endsAt }) => ({
    subject: `${bankName}\u202f: ${daysLeft === 1 ? 'l’accès prend fin demain' : `l’accès prend fin dans ${daysLeft}\u00a0jours`}`,
    sentences: [
      `Guichet peut lire vos comptes chez ${bankName} jusqu’au ${dateIn('fr', endsAt)}. Ensuite, plus rien n’est lu.`,
      'Renouveler prend une minute à votre banque. Ce que vous avez autorisé et tout votre historique restent en place\u202f; si vous abandonnez en route, rien ne change.',
    ],
    action: 'Renouveler l’accès',
  }),
  expired: ({ bankName }) => ({
    subject: `${bankName}\u202f: l’accès a pris fin`,
    sentences: [
      `Les 180\u00a0jours pour lesquels vous aviez donné accès à vos comptes chez ${bankName} sont passés. Guichet n’y lit plus rien.`,
      'Votre historique reste visible. Renouvelez quand vous voulez\u202f: tout reprend là où cela s’était arrêté.',
    ],
    action: 'Renouveler l’accès',
  }),
  revoked: ({ bankName, by }) => ({
    subject: `${bankName}\u202f: l’accès a été retiré`,
    sentences: [
      by === 'us'
        ? `Guichet a fait une demande que votre accès chez ${bankName} ne couvre pas, et la banque l’a retiré. C’est notre faute.`
        : `L’accès à vos comptes chez ${bankName} a été retiré auprès de la banque\u202f: par vous sur son site, ou par la banque elle-même, qui ne dit pas lequel des deux.`,
      'Guichet n’y lit plus rien. Votre historique reste visible\u202f; vous pouvez redonner l’accès à tout moment.',
    ],
    action: 'Voir la connexion',
  }),
  replaced: ({ bankName, by }) => ({
    subject: `${bankName}\u202f: reliée de nouveau ailleurs`,
    sentences: [
      by === 'you_elsewhere'
        ? `Vous avez relié une seconde fois le même identifiant chez ${bankName}. La banque n’accepte qu’un accès par identifiant\u202f: le premier a donc pris fin.`
        : `L’identifiant que vous aviez relié chez ${bankName} l’a été depuis un autre compte Guichet. La banque n’accepte qu’un accès par identifiant\u202f: le vôtre a donc pris fin.`,
      ...(by === 'you_elsewhere'
        ? []
        : [
            `Si ce n’était ni vous ni une personne de confiance, changez d’abord votre mot de passe chez ${bankName}, puis reprenez l’accès.`,
          ]),
      'Votre historique reste visible.',
    ],
    action: 'Voir la connexion',
  }),
  new_accounts: ({ bankName, count = 1 }) => ({
    subject: `${bankName}\u202f: ${count === 1 ? 'un nouveau compte' : `${count}\u00a0nouveaux comptes`}`,
    sentences: [
      `${bankName} liste maintenant ${count === 1 ? 'un compte' : `${count}\u00a0comptes`} sur ${count === 1 ? 'lequel' : 'lesquels'} vous n’avez pas été interrogé.`,
      `Rien n’en est lu avant que vous le disiez.`,
    ],
    action: 'Choisir ce qui est partagé',
  }),
  transfer_held: ({ bankName }) => ({
    subject: `${bankName}\u202f: un de vos virements est suspendu`,
    sentences: [
      `Ce que ${bankName} dit d’un de vos virements n’est pas ce que vous avez demandé\u202f: autre montant, bénéficiaire ou détail. Il ne compte pas comme fait, et Guichet ne fait plus rien de lui-même.`,
      `Voyez ce qui diffère, et demandez à ${bankName} avant de renvoyer l’argent\u202f: la banque peut encore l’exécuter.`,
    ],
    action: 'Voir le virement',
  }),
}

const frames = {
  en: {
    write: english,
    greeting: 'Hello,',
    why: 'You get this mail about your banks in Guichet. Guichet never asks for a password or a code by mail.',
    off: 'Turn these mails off',
  },
  fr: {
    write: french,
    greeting: 'Bonjour,',
    why: 'Vous recevez ce message au sujet de vos banques dans Guichet. Guichet ne demande jamais de mot de passe ni de code par courriel.',
    off: 'Ne plus recevoir ces messages',
  },
} as const

/** The mail of a notice. */
export function writeNoticeMail({ kind, facts, link, settingsLink }: NoticeToMail, language: MailLanguage): MailParts {
  const { write, greeting, why, off } = frames[language]
  const { subject, sentences, action } = write[kind](facts)
  const parts = { subject, paragraphs: [greeting, ...sentences], action: { label: action, url: link } }
  return { ...parts, small: { text: why, link: { label: off, url: settingsLink } } }
}
