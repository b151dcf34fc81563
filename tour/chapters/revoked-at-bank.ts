import type { Chapter } from '#tour/story.ts'
import { refresh, seeItDone } from './acts.ts'
import { signIn } from './first-link.ts'
import { seeConnection } from './renewal.ts'

export const revokedAtBank: Chapter = {
  id: 'revoked-at-bank',
  theme: 'share',
  title: { fr: 'Couper l’accès', en: 'Withdrawing access' },
  lead: {
    fr: 'Odile retire l’accès chez sa banque, sans passer par Guichet.',
    en: 'Odile withdraws the access at her bank, without Guichet.',
  },
  stage: 'everything shared',
  steps: [
    signIn,
    {
      ...seeConnection,
      proves: { fr: 'L’accès est en cours de validité, des deux côtés.', en: 'The access is valid on both sides.' },
      rule: {
        fr: 'RTS, art. 10 bis : un accès vaut 180 jours au plus.',
        en: 'RTS, art. 10a: an access lasts 180 days at most.',
      },
    },
    {
      title: { fr: 'Retirer l’accès', en: 'Withdraw the access' },
      who: {
        fr: 'Sur le site de sa banque, Odile retire l’accès de Guichet.',
        en: 'On her bank’s site Odile withdraws Guichet’s access.',
      },
      proves: {
        fr: 'La banque annule les jetons aussitôt. Guichet n’en est pas averti.',
        en: 'The bank revokes the tokens at once. Guichet is not told.',
      },
      rule: { fr: 'DSP2, art. 67 : sans consentement, plus d’accès.', en: 'PSD2, art. 67: no consent, no access.' },
      acts: [{ atBank: 'tokens revoked' }],
      until: '^localhost/connections/[^/]+$',
    },
    {
      title: { fr: 'Actualiser quand même', en: 'Refresh all the same' },
      who: { fr: 'Odile demande une mise à jour dans Guichet.', en: 'Odile asks Guichet for an update.' },
      proves: {
        fr: 'La banque refuse le jeton, une fois pour toutes. Guichet le dit et n’insiste pas.',
        en: 'The bank rejects the token for good. Guichet says so and stops asking.',
      },
      rule: {
        fr: 'RFC 6750 : 401 invalid_token. Le jeton de renouvellement ne vaut plus rien non plus.',
        en: 'RFC 6750: 401 invalid_token. The refresh token is no longer good either.',
      },
      acts: [refresh, seeItDone],
      until: '^localhost/connections/[^/]+$',
    },
  ],
}
