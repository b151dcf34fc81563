import type { MailLanguage, MailParts } from './frame.ts'

/**
 * Mails about events of a person’s banks and transfers. They name the bank, but no amount, account or payee.
 */

type Words = { readonly subject: string; readonly sentences: readonly string[]; readonly action: string }
type Write = (bankName: string) => Words

const english = {
  bank_linked: bankName => ({
    subject: `${bankName} is linked`,
    sentences: [
      `You linked ${bankName} to Guichet. You decide account by account what may be read, and you can end it at any time.`,
      'If that was not you, end the connection and choose a new password.',
    ],
    action: 'See the connection',
  }),
  transfer_executed: bankName => ({
    subject: `${bankName} has made your transfer`,
    sentences: [`${bankName} has made your transfer. The receipt is ready.`],
    action: 'See the transfer',
  }),
  transfer_refused: bankName => ({
    subject: `${bankName} refused your transfer`,
    sentences: [
      `${bankName} did not make your transfer. No money has moved. The transfer’s page gives the bank’s reason.`,
    ],
    action: 'See the transfer',
  }),
  standing_order_ended: bankName => ({
    subject: `${bankName}: your standing order has ended`,
    sentences: [`The end date of your standing order at ${bankName} has passed. To go on, make a new one.`],
    action: 'See the standing order',
  }),
} satisfies Record<string, Write>

export type ActivityKind = keyof typeof english

const french: { readonly [kind in ActivityKind]: Write } = {
  bank_linked: bankName => ({
    subject: `${bankName} est reliée`,
    sentences: [
      `Vous avez relié ${bankName} à Guichet. Vous choisissez, compte par compte, ce qui peut être lu, et vous pouvez y mettre fin à tout moment.`,
      'Si ce n’est pas vous, mettez fin à la connexion et choisissez un nouveau mot de passe.',
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

/** The mail about one event. */
export function writeActivity(
  { kind, bankName }: { readonly kind: ActivityKind; readonly bankName: string },
  { page, settings }: ActivityPages,
  language: MailLanguage,
): MailParts {
  const { subject, sentences, action } = (language === 'en' ? english : french)[kind](bankName)
  const small =
    language === 'en'
      ? {
          text: 'Guichet never asks for a password or a code by mail.',
          link: { label: 'Turn these mails off', url: settings },
        }
      : {
          text: 'Guichet ne demande jamais de mot de passe ni de code par courriel.',
          link: { label: 'Ne plus recevoir ces messages', url: settings },
        }
  return { subject, paragraphs: sentences, action: { label: action, url: page }, small }
}
