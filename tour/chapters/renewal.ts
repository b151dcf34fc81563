import type { Act, Chapter, Step } from '#tour/story.ts'
import { allow, refresh, refuse, seeItDone } from './acts.ts'
import { firstLink, signIn } from './first-link.ts'

/** After days: the session has ended. */
export const comeBack: readonly Act[] = [
  ...signIn.acts,
  { arrive: signIn.until },
  { open: '/connections/{connectionId}' },
]

export const seeConnection: Step = {
  title: { fr: 'Voir la connexion', en: 'See the connection' },
  who: { fr: 'Odile ouvre la page de sa banque dans Guichet.', en: 'Odile opens her bank’s page at Guichet.' },
  proves: {
    fr: 'La date de fin est affichée, et un renouvellement se demande à tout moment.',
    en: 'The end date is shown, and a renewal can be asked for at any time.',
  },
  rule: {
    fr: 'RTS, art. 10 bis : une authentification forte au moins tous les 180 jours.',
    en: 'RTS, art. 10a: strong authentication at least every 180 days.',
  },
  acts: [{ open: '/connections/{connectionId}' }],
  until: '^localhost/connections/[^/]+$',
}

const leave: Step = {
  title: { fr: 'Demander le renouvellement', en: 'Ask for the renewal' },
  who: {
    fr: 'Odile demande à renouveler. Guichet l’envoie chez sa banque.',
    en: 'Odile asks to renew. Guichet sends her to her bank.',
  },
  proves: {
    fr: 'Guichet ne peut pas prolonger l’accès seul : il faut Odile, chez sa banque.',
    en: 'Guichet can’t extend the access by itself: it takes Odile, at her bank.',
  },
  rule: {
    fr: 'OAuth 2.0 : une nouvelle autorisation, avec un nouveau secret à usage unique.',
    en: 'OAuth 2.0: a new authorization, with a new one-time secret.',
  },
  acts: [{ press: { css: 'form[action$="/renew"] button' } }],
  until: 'sandbox\\.localhost/',
}

/** Password and code, as for the first link. */
const identify = firstLink.steps.slice(3, 5)

export const renewal: Chapter = {
  id: 'renewal',
  theme: 'keep',
  title: { fr: '180 jours plus tard', en: '180 days later' },
  lead: {
    fr: 'L’accès a expiré. Odile s’authentifie de nouveau : rien de ce qu’elle avait réglé n’est perdu.',
    en: 'The access has expired. Odile authenticates again, and nothing she had set up is lost.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    seeConnection,
    {
      title: { fr: 'Laisser passer 180 jours', en: 'Let 180 days pass' },
      who: {
        fr: 'Personne n’agit : l’heure avance de 180 jours, chez Guichet et à la banque.',
        en: 'Nobody acts: the time moves by 180 days, at Guichet and at the bank.',
      },
      proves: {
        fr: 'Le jour dit, Guichet cesse de lire, sans attendre que la banque refuse.',
        en: 'On the day itself Guichet stops reading, without waiting for the bank to refuse.',
      },
      rule: {
        fr: 'RTS, art. 10 bis : sans nouvelle authentification, l’accès prend fin.',
        en: 'RTS, art. 10a: without a new authentication the access ends.',
      },
      acts: [{ clock: 'expiry' }],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'Revenir', en: 'Come back' },
      who: {
        fr: 'Odile se connecte à Guichet et ouvre la page de sa banque.',
        en: 'Odile signs in to Guichet and opens her bank’s page.',
      },
      proves: {
        fr: 'L’accès a expiré. Les opérations déjà lues restent là.',
        en: 'The access has expired. The transactions read so far are still there.',
      },
      rule: {
        fr: 'RFC 6749 : les deux jetons sont périmés. Seule une nouvelle autorisation y remédie.',
        en: 'RFC 6749: both tokens have expired. Only a new authorization helps.',
      },
      acts: [...comeBack, { look: { css: 'form[action$="/renew"] button' } }],
      until: '^localhost/connections/[^/]+$',
    },
    leave,
    ...identify,
    {
      title: { fr: 'Autoriser à nouveau', en: 'Allow it again' },
      who: {
        fr: 'Odile autorise. La banque la renvoie à Guichet.',
        en: 'Odile allows it. The bank sends her back to Guichet.',
      },
      proves: {
        fr: 'Deux nouveaux jetons, pour la même connexion : le consentement d’Odile n’est pas redemandé.',
        en: 'Two new tokens for the same connection: Odile isn’t asked for her consent again.',
      },
      rule: {
        fr: 'STET : le consentement enregistré à la banque vaut jusqu’à ce qu’il soit remplacé.',
        en: 'STET: the consent recorded at the bank holds until it is replaced.',
      },
      acts: [allow],
      until: '^localhost/link/result/',
    },
    {
      title: { fr: 'Retrouver ses comptes', en: 'Find the accounts again' },
      who: { fr: 'Odile revient à sa connexion.', en: 'Odile returns to her connection.' },
      proves: {
        fr: 'Ses comptes, ses catégories et son historique n’ont pas bougé. 180 nouveaux jours commencent.',
        en: 'Her accounts, categories and history are unchanged. Another 180 days begin.',
      },
      rule: {
        fr: 'RTS, art. 10 bis : le délai repart de cette authentification.',
        en: 'RTS, art. 10a: the period starts again with this authentication.',
      },
      acts: [{ open: '/connections/{connectionId}' }],
      until: '^localhost/connections/[^/]+$',
    },
  ],
}

export const renewalGivenUp: Chapter = {
  id: 'renewal-given-up',
  theme: 'keep',
  title: { fr: 'Renoncer à renouveler', en: 'Giving up a renewal' },
  lead: {
    fr: 'Odile commence à renouveler son accès, puis refuse chez sa banque. L’ancien accès continue.',
    en: 'Odile begins to renew her access, then refuses at her bank. The old access goes on.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    seeConnection,
    leave,
    ...identify,
    {
      title: { fr: 'Refuser', en: 'Refuse' },
      who: {
        fr: 'Odile change d’avis et refuse. La banque la renvoie à Guichet, sans code.',
        en: 'Odile changes her mind and refuses. The bank sends her back without a code.',
      },
      proves: {
        fr: 'Guichet le dit, et ne touche pas aux jetons qu’il tient.',
        en: 'Guichet says so, and leaves the tokens it holds alone.',
      },
      rule: {
        fr: 'OAuth 2.0 : error=access_denied n’annule pas ce qui avait été accordé.',
        en: 'OAuth 2.0: error=access_denied does not revoke what was granted before.',
      },
      acts: [refuse],
      until: '^localhost/link/result/',
    },
    {
      title: { fr: 'Actualiser comme avant', en: 'Refresh as before' },
      who: {
        fr: 'Odile revient à sa connexion et l’actualise.',
        en: 'Odile returns to her connection and refreshes it.',
      },
      proves: {
        fr: 'L’accès d’avant fonctionne toujours, jusqu’à sa date.',
        en: 'The earlier access still works, until its end date.',
      },
      rule: {
        fr: 'Un renouvellement abandonné n’a rien coûté : aucun jeton n’a été remplacé.',
        en: 'A renewal given up has cost nothing: no token was replaced.',
      },
      acts: [{ open: '/connections/{connectionId}' }, refresh, seeItDone],
      until: '^localhost/connections/[^/]+$',
    },
  ],
}
