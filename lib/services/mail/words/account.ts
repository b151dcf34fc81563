import type { MailLanguage, MailParts } from './frame.ts'

/** What somebody is told by mail about their own account. Nothing that anybody typed stands in these mails: only our words. */

/** How long the link that confirms an address is good. */
export const verifyHours = 24
/** How long the link to a new password is good. */
export const resetMinutes = 60

const small = {
  en: { text: 'Guichet never asks for a password or a code by mail.' },
  fr: { text: 'Guichet ne demande jamais de mot de passe ni de code par courriel.' },
}

/** To the address of a new account: is it the person's own? */
export function writeVerification(link: string, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Confirm your e-mail address',
        paragraphs: [
          'Somebody opened a Guichet account with this address. If that was you, confirm it: sign in, then press the button on the page that opens.',
          `The link is good for ${verifyHours} hours, once.`,
        ],
        action: { label: 'Confirm my address', url: link },
        small: { text: `That was not you? Do nothing: the account stays without rights. ${small.en.text}` },
      }
    : {
        subject: 'Confirmez votre adresse e-mail',
        paragraphs: [
          'Quelqu’un a ouvert un compte Guichet avec cette adresse. Si c’est vous, confirmez-la\u202f: connectez-vous, puis appuyez sur le bouton de la page qui s’ouvre.',
          `Le lien est valable ${verifyHours}\u00a0heures, une seule fois.`,
        ],
        action: { label: 'Confirmer mon adresse', url: link },
        small: {
          text: `Ce n’est pas vous\u202f? Ne faites rien\u202f: le compte reste sans droits. ${small.fr.text}`,
        },
      }
}

type Pages = { readonly signIn: string; readonly forgotten: string }

/** To the owner of an address with which somebody tried to open a second account. */
export function writeSignUpRepeated({ signIn, forgotten }: Pages, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'You already have a Guichet account',
        paragraphs: [
          'Somebody tried to open a Guichet account with this address, which has one already. Nothing has changed: your account, your password and your banks are as they were.',
          'If that was you, sign in. If you no longer know the password, you can choose a new one from the sign-in page.',
        ],
        action: { label: 'Sign in', url: signIn },
        after: ['If that was not you, there is nothing to do. We write this at most once a day.'],
        small: { ...small.en, link: { label: 'Password forgotten?', url: forgotten } },
      }
    : {
        subject: 'Vous avez déjà un compte Guichet',
        paragraphs: [
          'Quelqu’un a voulu ouvrir un compte Guichet avec cette adresse, qui en a déjà un. Rien n’a changé\u202f: votre compte, votre mot de passe et vos banques sont tels qu’ils étaient.',
          'Si c’est vous, connectez-vous. Si vous ne savez plus votre mot de passe, la page de connexion permet d’en choisir un nouveau.',
        ],
        action: { label: 'Se connecter', url: signIn },
        after: ['Si ce n’est pas vous, il n’y a rien à faire. Ce message part au plus une fois par jour.'],
        small: { ...small.fr, link: { label: 'Mot de passe oublié\u202f?', url: forgotten } },
      }
}

/** To somebody who forgot their password. */
export function writeReset(link: string, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Choose a new password',
        paragraphs: [
          'Somebody asked for a new password for your Guichet account. If that was you, choose it on the page that opens.',
          `The link is good for ${resetMinutes} minutes, once. Choosing a new password signs you out everywhere.`,
        ],
        action: { label: 'Choose a new password', url: link },
        small: { text: `That was not you? Do nothing: your password stays as it is. ${small.en.text}` },
      }
    : {
        subject: 'Choisissez un nouveau mot de passe',
        paragraphs: [
          'Quelqu’un a demandé un nouveau mot de passe pour votre compte Guichet. Si c’est vous, choisissez-le sur la page qui s’ouvre.',
          `Le lien est valable ${resetMinutes}\u00a0minutes, une seule fois. Un nouveau mot de passe ferme toutes vos sessions.`,
        ],
        action: { label: 'Choisir un nouveau mot de passe', url: link },
        small: {
          text: `Ce n’est pas vous\u202f? Ne faites rien\u202f: votre mot de passe reste le même. ${small.fr.text}`,
        },
      }
}

/** To whose password is another one now. */
export function writePasswordChanged(forgotten: string, language: MailLanguage): MailParts {
  return language === 'en'
    ? {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your Guichet account was changed just now, and every other browser was signed out.',
          'If that was you, there is nothing to do. If it was not, choose a new password at once: only who reads this mailbox can.',
        ],
        action: { label: 'That was not me: choose a new password', url: forgotten },
        small: small.en,
      }
    : {
        subject: 'Votre mot de passe a changé',
        paragraphs: [
          'Le mot de passe de votre compte Guichet vient de changer, et tous les autres navigateurs ont été déconnectés.',
          'Si c’est vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe\u202f: seul qui lit cette boîte le peut.',
        ],
        action: { label: 'Ce n’était pas moi\u202f: choisir un nouveau mot de passe', url: forgotten },
        small: small.fr,
      }
}
