import type { Chapter, Find } from '#tour/story.ts'
import { refresh } from './acts.ts'
import { signIn } from './first-link.ts'

const failed: Find = { words: { fr: 'La mise à jour a échoué', en: 'The update failed' } }
const fallbackForm = 'form[action$="/fallback/start"]'

export const bankDown: Chapter = {
  id: 'bank-down',
  theme: 'trouble',
  title: { fr: 'La banque est en panne', en: 'The bank is down' },
  lead: {
    fr: 'L’interface de la banque ne répond plus. Rien n’est perdu, et personne n’est accusé à tort.',
    en: 'The bank’s interface stops answering. Nothing is lost, and nobody is blamed without proof.',
  },
  stage: 'emergency access allowed',
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
        fr: 'RTS, art. 33 : la banque prévoit un mode de secours, sauf dispense.',
        en: 'RTS, art. 33: the bank must provide a contingency, unless exempted.',
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
        fr: 'La banque répond 503. Guichet dit que la banque est en panne, et quand réessayer.',
        en: 'The bank answers 503. Guichet says that the bank is unavailable, and when to try again.',
      },
      rule: { fr: 'STET : 503 INTS, le service est indisponible.', en: 'STET: 503 INTS, the service is unavailable.' },
      acts: [refresh, { look: failed }],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'Insister', en: 'Insist' },
      who: { fr: 'Odile recommence, cinq fois de plus.', en: 'Odile tries again, five more times.' },
      proves: {
        fr: 'Après cinq échecs de suite, Guichet n’appelle plus : le dernier essai n’a pas de carte au milieu.',
        en: 'After five failures in a row Guichet stops calling: the last attempt has no card in the middle.',
      },
      rule: {
        fr: 'Guichet ménage une banque en difficulté, puis l’essaie de temps en temps.',
        en: 'Guichet spares a bank in trouble, then tries it now and then.',
      },
      acts: [refresh, refresh, refresh, refresh, refresh, { look: failed }],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'Laisser passer une heure', en: 'Let an hour pass' },
      who: {
        fr: 'La panne dure. L’heure avance, chez Guichet et à la banque.',
        en: 'The outage lasts. The time moves on, at Guichet and at the bank.',
      },
      proves: {
        fr: 'Dix minutes après les premiers échecs, Guichet propose le mode secours de la banque.',
        en: 'Ten minutes after the first failures, Guichet offers the bank’s emergency access.',
      },
      rule: {
        fr: 'RTS, art. 33 : le mode secours ne sert que si l’interface ne répond plus, sans annonce.',
        en: 'RTS, art. 33: the contingency is for an interface that stopped answering without notice.',
      },
      acts: [{ clock: 'hour' }, { open: '/link/{bankCode}/fallback' }, { look: { css: fallbackForm } }],
      until: '^localhost/link/[^/]+/fallback',
    },
    {
      title: { fr: 'Passer par le mode secours', en: 'Use the emergency access' },
      who: {
        fr: 'Odile part sur le site de sa banque, avec un laissez-passer demandé par Guichet.',
        en: 'Odile leaves for her bank’s own site, with a pass that Guichet asked for.',
      },
      proves: {
        fr: 'Guichet montre son certificat, puis s’efface : il ne voit ni le mot de passe ni les pages.',
        en: 'Guichet shows its certificate, then steps aside: it sees neither the password nor the pages.',
      },
      rule: {
        fr: 'RTS, art. 33(5) : le prestataire s’identifie aussi dans le mode secours.',
        en: 'RTS, art. 33(5): the provider identifies itself in the contingency too.',
      },
      acts: [{ press: { css: `${fallbackForm} button[type=submit]` } }, { look: { css: 'input[name=identifier]' } }],
      until: 'sandbox\\.localhost/',
    },
    {
      title: { fr: 'La banque revient', en: 'The bank is back' },
      who: {
        fr: 'La banque répare. Plus tard, Guichet l’essaie de nouveau : elle répond.',
        en: 'The bank recovers. Later Guichet tries it again, and it answers.',
      },
      proves: {
        fr: 'La connexion n’a pas été coupée : aucun nouveau consentement à donner.',
        en: 'The connection was never cut: no new consent is needed.',
      },
      rule: {
        fr: 'RTS, art. 32 : l’interface doit être aussi disponible que le site de la banque.',
        en: 'RTS, art. 32: the interface must be as available as the bank’s own site.',
      },
      acts: [
        { desk: { method: 'PUT', path: '/service', body: { isDown: false } } },
        { clock: 'hour' },
        { refresh: 'while the person is there' },
        { open: '/home' },
      ],
      until: '^localhost/home',
    },
  ],
}
