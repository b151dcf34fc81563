import type { MailLanguage, MailParts } from './frame.ts'

/** Our words, and names of passkeys. */

export const verifyHours = 24
export const resetMinutes = 60

const small = {
  en: { text: 'We never ask for a password or a code by email.' },
  fr: { text: 'Nous ne demandons jamais de mot de passe ni de code par e-mail.' },
}

export function writeVerification(link: string, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Confirm your email address',
        paragraphs: [
          'Someone created a Guichet account with this address. If that was you, confirm it on the page that opens.',
          `The link works once, for ${verifyHours} hours.`,
        ],
        action: { label: 'Confirm my address', url: link },
        small: {
          text: `Wasn’t it you? Do nothing: without confirmation, nothing can be done with the account. ${small.en.text}`,
        },
      }
    : {
        subject: 'Confirmez votre adresse e-mail',
        paragraphs: [
          'Quelqu’un a créé un compte Guichet avec cette adresse. Si c’est vous, confirmez-la sur la page qui s’ouvre.',
          `Le lien est valable ${verifyHours}\u00a0heures, une seule fois.`,
        ],
        action: { label: 'Confirmer mon adresse', url: link },
        small: {
          text: `Ce n’est pas vous\u202f? Ne faites rien\u202f: sans confirmation, ce compte ne permet rien. ${small.fr.text}`,
        },
      }
}

export function writeAddressChange(link: string, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Confirm your new email address',
        paragraphs: [
          'Someone wants to use this address for a Guichet account. If that was you, sign in and confirm it on the page that opens.',
          `The link works once, for ${verifyHours} hours. Until you confirm, the account keeps its old address.`,
        ],
        action: { label: 'Confirm my new address', url: link },
        small: { text: `Wasn’t it you? Do nothing: nothing changes. ${small.en.text}` },
      }
    : {
        subject: 'Confirmez votre nouvelle adresse e-mail',
        paragraphs: [
          'Quelqu’un veut utiliser cette adresse pour un compte Guichet. Si c’est vous, connectez-vous et confirmez-la sur la page qui s’ouvre.',
          `Le lien est valable ${verifyHours}\u00a0heures, une seule fois. D’ici là, le compte garde son ancienne adresse.`,
        ],
        action: { label: 'Confirmer ma nouvelle adresse', url: link },
        small: { text: `Ce n’est pas vous\u202f? Ne faites rien\u202f: rien ne change. ${small.fr.text}` },
      }
}

type Pages = { readonly signIn: string; readonly forgotten: string }

/** Somebody tried to open a second account. */
export function writeSignUpRepeated({ signIn, forgotten }: Pages, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'You already have a Guichet account',
        paragraphs: [
          'Someone tried to create a Guichet account with this address, but it already has one. Nothing has changed in your account.',
          'If that was you, sign in. Forgotten your password? You can choose a new one.',
        ],
        action: { label: 'Sign in', url: signIn },
        after: ['If it wasn’t you, there is nothing to do. We send this once a day at most.'],
        small: { ...small.en, link: { label: 'Forgot your password?', url: forgotten } },
      }
    : {
        subject: 'Vous avez déjà un compte Guichet',
        paragraphs: [
          'Quelqu’un a voulu créer un compte Guichet avec cette adresse, mais elle en a déjà un. Rien n’a changé dans votre compte.',
          'Si c’est vous, connectez-vous. Mot de passe oublié\u202f? Vous pouvez en choisir un nouveau.',
        ],
        action: { label: 'Se connecter', url: signIn },
        after: ['Si ce n’est pas vous, il n’y a rien à faire. Nous envoyons ce message une fois par jour au plus.'],
        small: { ...small.fr, link: { label: 'Mot de passe oublié\u202f?', url: forgotten } },
      }
}

export function writeReset(link: string, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Choose a new password',
        paragraphs: [
          'Someone asked for a new password for your Guichet account. If that was you, choose it on the page that opens.',
          `The link works once, for ${resetMinutes} minutes. A new password signs you out everywhere.`,
        ],
        action: { label: 'Choose a new password', url: link },
        small: { text: `Wasn’t it you? Do nothing: your password doesn’t change. ${small.en.text}` },
      }
    : {
        subject: 'Choisissez un nouveau mot de passe',
        paragraphs: [
          'Quelqu’un a demandé un nouveau mot de passe pour votre compte Guichet. Si c’est vous, choisissez-le sur la page qui s’ouvre.',
          `Le lien est valable ${resetMinutes}\u00a0minutes, une seule fois. Un nouveau mot de passe ferme toutes vos sessions.`,
        ],
        action: { label: 'Choisir un nouveau mot de passe', url: link },
        small: {
          text: `Ce n’est pas vous\u202f? Ne faites rien\u202f: votre mot de passe ne change pas. ${small.fr.text}`,
        },
      }
}

/** Passkeys still sign in. */
type PasswordChange = { readonly forgotten: string; readonly passkeys: readonly string[] }

export function writePasswordChanged({ forgotten, passkeys }: PasswordChange, language: MailLanguage): MailParts {
  const isEnglish = language === 'en'
  const names = passkeys.map(name => (isEnglish ? `“${name}”` : `«\u00a0${name}\u00a0»`)).join(', ')
  return isEnglish
    ? {
        subject: 'Your password has changed',
        paragraphs: [
          'The password of your Guichet account has just changed, and all your other devices are signed out.',
          ...(names ? [`These passkeys still sign in: ${names}. Remove any you don’t know in your settings.`] : []),
          'If that was you, there is nothing to do. If not, choose a new password right away: only someone who reads this mailbox can.',
        ],
        action: { label: 'It wasn’t me: choose a new password', url: forgotten },
        small: small.en,
      }
    : {
        subject: 'Votre mot de passe a changé',
        paragraphs: [
          'Le mot de passe de votre compte Guichet vient de changer, et toutes vos autres sessions sont fermées.',
          ...(names
            ? [
                `Ces clés d’accès permettent toujours de se connecter\u00a0: ${names}. Retirez dans vos réglages celles que vous ne connaissez pas.`,
              ]
            : []),
          'Si c’est vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe\u202f: seule une personne qui lit cette boîte le peut.',
        ],
        action: { label: 'Ce n’était pas moi\u202f: choisir un nouveau mot de passe', url: forgotten },
        small: small.fr,
      }
}
