import type { MailLanguage, MailParts } from './frame.ts'

/** Nothing that anybody typed. */

export type SecurityPages = { readonly settings: string; readonly forgotten: string }

type Words = { readonly subject: string; readonly what: string }

const english = {
  passkey_added: {
    subject: 'A passkey was added to your account',
    what: 'A new passkey now signs in to your Guichet account, without the password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    what: 'A passkey of your Guichet account was removed. It no longer signs in.',
  },
  passkey_copied: {
    subject: 'A passkey of your account was refused',
    what: 'A passkey of your Guichet account answered as a copy of it would, so we refused it. If you use it on one device only, remove it and add a new one.',
  },
  totp_on: {
    subject: 'Your account now asks for a code',
    what: 'Signing in to your Guichet account with the password now also asks for a code from your authenticator app.',
  },
  totp_off: {
    subject: 'Your account no longer asks for a code',
    what: 'Signing in to your Guichet account with the password no longer asks for a code. Your recovery codes no longer work.',
  },
  codes_renewed: {
    subject: 'You have new recovery codes',
    what: 'New recovery codes were made for your Guichet account. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    what: 'Someone signed in to your Guichet account with the password and a recovery code. That code no longer works.',
  },
  address_changed: {
    subject: 'Your Guichet account has another address',
    what: 'Your Guichet account now has another email address. This one no longer signs you in, and we no longer write to it.',
  },
  new_device: {
    subject: 'New sign-in to your account',
    what: 'Someone signed in to your Guichet account in a browser you hadn’t used before.',
  },
} satisfies Record<string, Words>

export type SecurityEvent = keyof typeof english

const french: { readonly [event in SecurityEvent]: Words } = {
  passkey_added: {
    subject: 'Une clé d’accès a été ajoutée à votre compte',
    what: 'Une nouvelle clé d’accès permet de se connecter à votre compte Guichet, sans mot de passe.',
  },
  passkey_removed: {
    subject: 'Une clé d’accès a été retirée de votre compte',
    what: 'Une clé d’accès de votre compte Guichet a été retirée. Elle ne permet plus de se connecter.',
  },
  passkey_copied: {
    subject: 'Une clé d’accès de votre compte a été refusée',
    what: 'Une clé d’accès de votre compte Guichet a répondu comme le ferait une copie. Nous l’avons refusée. Si vous l’utilisez sur un seul appareil, retirez-la et ajoutez-en une autre.',
  },
  totp_on: {
    subject: 'Votre compte demande maintenant un code',
    what: 'La connexion à votre compte Guichet par mot de passe demande désormais aussi un code de votre application d’authentification.',
  },
  totp_off: {
    subject: 'Votre compte ne demande plus de code',
    what: 'La connexion à votre compte Guichet par mot de passe ne demande plus de code. Vos codes de secours ne sont plus valables.',
  },
  codes_renewed: {
    subject: 'Vous avez de nouveaux codes de secours',
    what: 'De nouveaux codes de secours ont été créés pour votre compte Guichet. Les anciens ne sont plus valables.',
  },
  recovery_code_used: {
    subject: 'Un code de secours a été utilisé',
    what: 'Une connexion à votre compte Guichet a eu lieu avec le mot de passe et un code de secours. Ce code n’est plus valable.',
  },
  address_changed: {
    subject: 'Votre compte Guichet a une autre adresse',
    what: 'Votre compte Guichet a maintenant une autre adresse e-mail. Celle-ci ne permet plus de se connecter, et nous n’y écrirons plus.',
  },
  new_device: {
    subject: 'Nouvelle connexion à votre compte',
    what: 'Une connexion à votre compte Guichet a eu lieu dans un navigateur que vous n’aviez pas encore utilisé.',
  },
}

export function writeSecurityChanged(
  event: SecurityEvent,
  { settings, forgotten }: SecurityPages,
  language: MailLanguage,
): MailParts {
  if (language === 'en') {
    const { subject, what } = english[event]
    return {
      subject,
      paragraphs: [
        what,
        'If that was you, there is nothing to do. If not, choose a new password right away, then check your settings.',
      ],
      action: { label: 'See my settings', url: settings },
      small: {
        text: 'We never ask for a password or a code by email.',
        link: { label: 'It wasn’t me: choose a new password', url: forgotten },
      },
    }
  }
  const { subject, what } = french[event]
  return {
    subject,
    paragraphs: [
      what,
      'Si c’est vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe, puis vérifiez vos réglages.',
    ],
    action: { label: 'Voir mes réglages', url: settings },
    small: {
      text: 'Nous ne demandons jamais de mot de passe ni de code par e-mail.',
      link: { label: 'Ce n’était pas moi\u202f: choisir un nouveau mot de passe', url: forgotten },
    },
  }
}
