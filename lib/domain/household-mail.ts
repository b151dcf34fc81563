import { invitationDays } from './invitation.ts'
import type { MailLanguage, NoticeMail } from './notice-mail.ts'

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

/** The mail of an invitation, in plain text and HTML. */
export function writeInvitationMail(
  { inviterName, inviterEmail, link }: InvitationToMail,
  language: MailLanguage,
): NoticeMail {
  const { subject, sentences, action, why } = words[language]
  const said = sentences(`${withoutLinks(inviterName)} (${inviterEmail})`)
  const text = `${[...said, `${action}:\n${link}`, '-- ', why].join('\n\n')}\n`
  const paragraphs = said.map(sentence => `<p style="margin:0 0 16px">${escapeHtml(sentence)}</p>`)
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">Guichet</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
${paragraphs.join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#0f5c4c;color:#ffffff;font-weight:600;text-decoration:none">${action}</a></p>
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8886;font-size:13px">${why}</p>
</div>
</body>
</html>
`
  return { subject, text, html }
}

/** A name as mail programs won't turn into a link. */
function withoutLinks(name: string): string {
  return name
    .replace(/[./:@\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, found => entities[found] ?? found)
}
