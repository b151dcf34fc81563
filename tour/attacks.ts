import type { Text } from './story.ts'

/** Ways to rob Odile, each of which really runs: a chapter up to a step, whose first call at the bank is then changed (faults.ts). */
export const attacks: readonly {
  readonly fault: string
  readonly chapter: string
  /** Steps before the one that is attacked. */
  readonly step: number
  readonly text: Text
}[] = [
  {
    fault: 'code',
    chapter: 'first-link',
    step: 5,
    text: {
      fr: 'Copier le code dans l’adresse et l’utiliser avant Guichet',
      en: 'Copy the code from the address and use it first',
    },
  },
  {
    fault: 'amount',
    chapter: 'pay-a-shop',
    step: 2,
    text: { fr: 'Faire de 42 € 4 200 €', en: 'Turn €42 into €4,200' },
  },
  {
    fault: 'payee',
    chapter: 'pay-a-shop',
    step: 2,
    text: { fr: 'Mettre son compte à la place de celui du commerçant', en: 'Swap the shop’s account for one’s own' },
  },
  {
    fault: 'token',
    chapter: 'first-link',
    step: 7,
    text: { fr: 'Se présenter avec un jeton fabriqué', en: 'Come with a forged token' },
  },
  {
    fault: 'certificate',
    chapter: 'first-link',
    step: 7,
    text: { fr: 'Voler le jeton et venir sans certificat', en: 'Steal the token and come without a certificate' },
  },
]
