import { withoutAddress } from '@guichet/values/text/address.ts'
import { invitationDays } from '#lib/domain/people/invitation.ts'
import type { MailLanguage, MailParts } from './frame.ts'

/** To strangers: a name can't contain a link. */
export type InvitationToMail = {
  readonly inviterName: string
  readonly inviterEmail: string
  readonly link: string
}

const words = {
  en: {
    subject: 'You’re invited to share accounts on Guichet',
    sentences: (who: string) => [
      `${who} invites you to their household on Guichet.`,
      'You each choose, account by account, what the other sees. Nobody sees the other’s bank log-in or can move money. Accepting doesn’t share anything yet, and you can stop sharing at any time.',
      `The link works for ${invitationDays} days, for this address only.`,
    ],
    action: 'See the invitation',
    why: 'Don’t know this person? Do nothing: the invitation expires by itself. We never ask for a password or a code by email.',
  },
  fr: {
    subject: 'Une invitation à partager des comptes sur Guichet',
    sentences: (who: string) => [
      `${who} vous invite dans son foyer sur Guichet.`,
      'Chacun choisit, compte par compte, ce que l’autre voit. Personne ne voit les identifiants bancaires de l’autre ni ne peut déplacer d’argent. Accepter ne partage encore rien, et vous pouvez arrêter à tout moment.',
      `Le lien est valable ${invitationDays}\u00a0jours, pour cette adresse seulement.`,
    ],
    action: 'Voir l’invitation',
    why: 'Vous ne connaissez pas cette personne\u202f? Ne faites rien\u202f: l’invitation expire d’elle-même. Nous ne demandons jamais de mot de passe ni de code par e-mail.',
  },
} as const

export function writeInvitationMail(
  { inviterName, inviterEmail, link }: InvitationToMail,
  language: MailLanguage,
): MailParts {
  const { subject, sentences, action, why } = words[language]
  const paragraphs = sentences(`${withoutAddress(inviterName)} (${inviterEmail})`)
  return { subject, paragraphs, action: { label: action, url: link }, small: { text: why } }
}
