import type { Chapter } from '#tour/story.ts'
import { refresh, seeItDone } from './acts.ts'
import { signIn } from './first-link.ts'
import { comeBack, seeConnection } from './renewal.ts'

const atConnection = '^localhost/connections/[^/]+$'

export const withoutOdile: Chapter = {
  id: 'without-odile',
  theme: 'keep',
  title: { fr: 'Quatre lectures par jour', en: 'Four readings a day' },
  lead: {
    fr: 'Sans Odile, la banque accepte quatre lectures par jour. Avec elle, autant qu’il faut.',
    en: 'Without Odile the bank accepts four readings a day. With her, as many as it takes.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    seeConnection,
    {
      title: { fr: 'Laisser passer deux nuits', en: 'Let two nights pass' },
      who: {
        fr: 'Odile est absente. L’heure avance, chez Guichet et à la banque.',
        en: 'Odile is away. The time moves on, at Guichet and at the bank.',
      },
      proves: {
        fr: 'À la banque, le compteur du jour repart de zéro à minuit, heure de Paris.',
        en: 'At the bank the day’s count starts at zero at midnight, Paris time.',
      },
      rule: {
        fr: 'STET : la limite vaut par jour et par compte.',
        en: 'STET: the limit applies per day and account.',
      },
      acts: [{ clock: 'night' }],
      until: atConnection,
    },
    {
      title: { fr: 'Lire sans Odile', en: 'Read without Odile' },
      who: {
        fr: 'À l’heure prévue, Guichet lit les comptes de lui-même.',
        en: 'At the planned time Guichet reads the accounts by itself.',
      },
      proves: {
        fr: 'Aucun en-tête PSU : la banque sait qu’Odile est absente, et compte.',
        en: 'No PSU headers: the bank knows that Odile is away, and counts.',
      },
      rule: {
        fr: 'RTS, art. 36(5)(b) : quatre fois par 24 heures au plus, sans la personne.',
        en: 'RTS, art. 36(5)(b): at most four times in 24 hours without the person.',
      },
      acts: [{ clock: 'reading' }],
      until: atConnection,
    },
    {
      title: { fr: 'Atteindre la limite', en: 'Reach the limit' },
      who: {
        fr: 'Les quatre lectures du jour sont prises. Guichet essaie une fois de trop.',
        en: 'The day’s four readings are used up. Guichet tries once too often.',
      },
      proves: {
        fr: 'La banque refuse (429). Guichet s’arrête jusqu’au lendemain et garde ce qu’il a lu.',
        en: 'The bank refuses (429). Guichet stops until the next day and keeps what it has read.',
      },
      rule: {
        fr: 'Guichet n’en prévoit que trois par jour : la quatrième sert quand une réponse se perd.',
        en: 'Guichet plans only three a day: the fourth is for an answer that gets lost.',
      },
      acts: [{ atBank: 'readings used up' }, { clock: 'reading' }],
      until: atConnection,
    },
    {
      title: { fr: 'Lire avec Odile', en: 'Read with Odile' },
      who: {
        fr: 'Odile se connecte, ouvre la page de sa banque et actualise.',
        en: 'Odile signs in, opens her bank’s page and refreshes.',
      },
      proves: {
        fr: 'Les en-têtes PSU disent qu’elle est là : la banque répond, sans compter.',
        en: 'The PSU headers say that she is there: the bank answers and does not count.',
      },
      rule: {
        fr: 'RTS, art. 36(5)(a) : à la demande de la personne, aussi souvent qu’elle veut.',
        en: 'RTS, art. 36(5)(a): at the person’s request, as often as she likes.',
      },
      acts: [...comeBack, refresh, seeItDone],
      until: atConnection,
    },
  ],
}
