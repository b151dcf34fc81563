import { invitationDays } from '#lib/domain/people/invitation.ts'
import type { MailLanguage, MailParts } from './frame.ts'

/**
 * The mail that invites somebody into a household. It goes to an address that may be nobody's here, in words that somebody
 * else can't fill: the inviter's name can hold no link.
 */
export type InvitationToMail = {
  readonly inviterName: string
  readonly inviterEmail: string
  /** Opens the page where one answers. */
  readonly link: string
}

const words = {
  en: {
    subject: 'You are invited to share accounts on Guichet',
    sentences: (who: string) => [
      `${who} invites you into their household on Guichet.`,
      'You would each see the accounts that the other chooses to show, and nothing else. Nobody sees another’s login at the bank, or can move money. Accepting shows nothing yet: you choose what you show, account by account, and can take it back at any moment.',
      `The link holds for ${invitationDays} days, for this address alone.`,
    ],
    action: 'See the invitation',
    why: 'You do not know this person? Do nothing: the invitation ends by itself. Guichet never asks for a password or a code by mail.',
  },
  fr: {
    subject: 'Une invitation à partager des comptes sur Guichet',
    sentences: (who: string) => [
      `${who} vous invite dans son foyer sur Guichet.`,
      'Chacun y voit les comptes que l’autre choisit de montrer, et rien d’autre. Personne ne voit les identifiants bancaires de l’autre ni ne peut déplacer d’argent. Accepter ne montre encore rien\u202f: vous choisissez, compte par compte, ce que vous montrez, et pouvez le reprendre à tout moment.',
      `Le lien est valable ${invitationDays}\u00a0jours, pour cette adresse seulement.`,
    ],
    action: 'Voir l’invitation',
    why: 'Vous ne connaissez pas cette personne\u202f? Ne faites rien\u202f: l’invitation s’éteint d’elle-même. Guichet ne demande jamais de mot de passe ni de code par courriel.',
  },
} as const

/** The mail of an invitation. */
export function writeInvitationMail(
  { inviterName, inviterEmail, link }: InvitationToMail,
  language: MailLanguage,
): MailParts {
  const { subject, sentences, action, why } = words[language]
  const paragraphs = sentences(`${withoutLinks(inviterName)} (${inviterEmail})`)
  return { subject, paragraphs, action: { label: action, url: link }, small: { text: why } }
}

/** A name as mail programs won't turn into a link. */
function withoutLinks(name: string): string {
  return name
    .replace(/[./:@\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
