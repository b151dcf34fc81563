import type { Chapter } from '#tour/story.ts'
import { signIn } from './first-link.ts'

export const bankDown: Chapter = {
  id: 'bank-down',
  title: { fr: 'La banque est en panne', en: 'The bank is down' },
  lead: {
    fr: 'L’interface de la banque ne répond plus. Rien n’est perdu, et personne n’est accusé à tort.',
    en: 'The bank’s interface stops answering. Nothing is lost, and nobody is blamed without proof.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    {
      title: { fr: 'La panne', en: 'The outage' },
      who: { fr: 'L’interface de la banque tombe en panne.', en: 'The bank’s interface goes down.' },
      proves: {
        fr: 'Les comptes déjà lus restent visibles, avec leur heure.',
        en: 'Accounts that were read stay visible, with their time.',
      },
      rule: {
        fr: 'RTS, art. 33 : la banque prévoit un mode de secours.',
        en: 'RTS, art. 33: the bank must provide a contingency.',
      },
      acts: [
        { desk: { method: 'PUT', path: '/service', body: { isDown: true } } },
        { open: '/connections/{connectionId}' },
      ],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'Essayer d’actualiser', en: 'Try to refresh' },
      who: { fr: 'Odile demande une mise à jour.', en: 'Odile asks for an update.' },
      proves: {
        fr: 'La banque répond 503. Guichet réessaie un peu, puis dit la panne et ce qui reste vrai.',
        en: 'The bank answers 503. Guichet retries a little, then says what happened and what still holds.',
      },
      rule: { fr: 'STET : 503 INTS, le service est indisponible.', en: 'STET: 503 INTS, the service is unavailable.' },
      acts: [{ press: { words: { fr: 'Actualiser', en: 'Refresh' } } }, { look: { css: 'main h1' } }],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'La banque revient', en: 'The bank is back' },
      who: {
        fr: 'La banque répare. Odile revient à l’accueil.',
        en: 'The bank recovers. Odile goes back to her home page.',
      },
      proves: {
        fr: 'La connexion n’a pas été coupée : aucun nouveau consentement à donner.',
        en: 'The connection was never cut: no new consent is needed.',
      },
      rule: {
        fr: 'RTS, art. 32 : l’interface doit être aussi disponible que le site de la banque.',
        en: 'RTS, art. 32: the interface must be as available as the bank’s own site.',
      },
      acts: [{ desk: { method: 'PUT', path: '/service', body: { isDown: false } } }, { open: '/home' }],
      until: '^localhost/home',
    },
  ],
}
