import type { MailLanguage, MailParts } from './frame.ts'

/** No amount, account or payee. */

type Words = { readonly subject: string; readonly sentences: readonly string[]; readonly action: string }
type Write = (bankName: string) => Words

const english = {
  bank_linked: bankName => ({
    subject: `${bankName} is linked`,
    sentences: [
      `You linked ${bankName} to Guichet. You decide, account by account, what to share, and you can stop at any time.`,
      'Wasn’t it you? Disconnect the bank and choose a new password.',
    ],
    action: 'See the connection',
  }),
  transfer_executed: bankName => ({
    subject: `${bankName} executed your transfer`,
    sentences: [`${bankName} executed your transfer. Your receipt is ready.`],
    action: 'See the transfer',
  }),
  transfer_refused: bankName => ({
    subject: `${bankName} refused your transfer`,
    sentences: [
      `${bankName} didn’t execute your transfer. No money has left your account. The transfer’s page shows the bank’s reason.`,
    ],
    action: 'See the transfer',
  }),
  standing_order_ended: bankName => ({
    subject: `${bankName}: your standing order has ended`,
    sentences: [`The end date of your standing order at ${bankName} has passed. To keep paying, set up a new one.`],
    action: 'See the standing order',
  }),
} satisfies Record<string, Write>

export type ActivityKind = keyof typeof english

const french: { readonly [kind in ActivityKind]: Write } = {
  bank_linked: bankName => ({
    subject: `${bankName} est reliée`,
    sentences: [
      `Vous avez relié ${bankName} à Guichet. Vous choisissez, compte par compte, ce que vous partagez, et vous pouvez arrêter à tout moment.`,
      'Ce n’était pas vous\u202f? Déconnectez la banque et choisissez un nouveau mot de passe.',
    ],
    action: 'Voir la connexion',
  }),
  transfer_executed: bankName => ({
    subject: `${bankName} a exécuté votre virement`,
    sentences: [`${bankName} a exécuté votre virement. Le reçu est prêt.`],
    action: 'Voir le virement',
  }),
  transfer_refused: bankName => ({
    subject: `${bankName} a refusé votre virement`,
    sentences: [
      `${bankName} n’a pas exécuté votre virement. Aucun argent n’est parti. La page du virement donne le motif de la banque.`,
    ],
    action: 'Voir le virement',
  }),
  standing_order_ended: bankName => ({
    subject: `${bankName}\u202f: votre virement permanent est terminé`,
    sentences: [
      `La date de fin de votre virement permanent chez ${bankName} est passée. Pour continuer, créez-en un autre.`,
    ],
    action: 'Voir le virement permanent',
  }),
}

export type ActivityPages = { readonly page: string; readonly settings: string }

export function writeActivity(
  { kind, bankName }: { readonly kind: ActivityKind; readonly bankName: string },
  { page, settings }: ActivityPages,
  language: MailLanguage,
): MailParts {
  const { subject, sentences, action } = (language === 'en' ? english : french)[kind](bankName)
  const small =
    language === 'en'
      ? {
          text: 'We never ask for a password or a code by email.',
          link: { label: 'Turn these emails off', url: settings },
        }
      : {
          text: 'Nous ne demandons jamais de mot de passe ni de code par e-mail.',
          link: { label: 'Ne plus recevoir ces messages', url: settings },
        }
  return { subject, paragraphs: sentences, action: { label: action, url: page }, small }
}
