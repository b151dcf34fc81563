import type { Chapter } from '#tour/story.ts'
import { allow } from './acts.ts'
import { firstLink } from './first-link.ts'

const [, , , identify, copyCode] = firstLink.steps
if (!identify || !copyCode) throw new Error('the first chapter has lost its steps at the bank')

export const sentLink: Chapter = {
  id: 'sent-link',
  theme: 'trouble',
  title: { fr: 'Le lien d’un inconnu', en: 'A stranger’s link' },
  lead: {
    fr: 'Victor commence à relier une banque et envoie l’adresse à Odile. Elle s’identifie ; Victor n’obtient rien.',
    en: 'Victor starts to link a bank and sends the address to Odile. She identifies herself, and Victor gets nothing.',
  },
  stage: 'a stranger sent a link',
  steps: [
    {
      title: { fr: 'Ouvrir le lien de Victor', en: 'Open Victor’s link' },
      who: {
        fr: 'Chez lui, Victor a demandé à Guichet de relier une banque. Au lieu d’y aller, il envoie l’adresse à Odile, qui l’ouvre.',
        en: 'At home, Victor asked Guichet to link a bank. Instead of going there he sends the address to Odile, who opens it.',
      },
      proves: {
        fr: 'L’adresse est vraiment celle de la banque : rien ne la distingue d’une démarche honnête.',
        en: 'The address really is the bank’s: nothing sets it apart from an honest one.',
      },
      rule: {
        fr: 'RFC 9700, § 4 : une demande d’autorisation peut être ouverte par une autre personne que celle qui l’a faite.',
        en: 'RFC 9700, § 4: an authorisation request can be opened by somebody other than whoever made it.',
      },
      acts: [{ open: '{sentUrl}' }],
      until: 'sandbox\\.localhost/',
    },
    identify,
    copyCode,
    {
      title: { fr: 'Autoriser, pour un autre', en: 'Allow it, for somebody else' },
      who: {
        fr: 'Odile autorise. La banque la renvoie à Guichet, dans son propre navigateur.',
        en: 'Odile allows it. The bank sends her back to Guichet, in her own browser.',
      },
      proves: {
        fr: 'Ce navigateur n’a rien commencé : Guichet met les jetons de côté, scellés, sans rien lire avec eux.',
        en: 'This browser started nothing, so Guichet sets the tokens aside, sealed. It reads nothing with them.',
      },
      rule: {
        fr: 'Guichet, SECURITY C9 : quinze minutes pour que la personne qui a commencé confirme ici, dans ce navigateur.',
        en: 'Guichet, SECURITY C9: whoever started has fifteen minutes to confirm here, in this browser.',
      },
      acts: [allow],
      until: '^localhost/link/resume/',
    },
    {
      title: { fr: 'Victor essaie d’en profiter', en: 'Victor tries to take it' },
      who: {
        fr: 'Victor, dans son navigateur, demande à terminer. Guichet refuse.',
        en: 'Victor, in his own browser, asks to finish. Guichet refuses.',
      },
      proves: {
        fr: 'Il faut les deux : le compte qui a commencé et le navigateur revenu de la banque. Victor n’a que le premier, Odile que le second.',
        en: 'It takes both: the account that started and the browser that came back from the bank. Victor has only the first, Odile only the second.',
      },
      rule: {
        fr: 'Guichet, SECURITY C9 : un cookie à usage unique, que seul le navigateur d’Odile possède.',
        en: 'Guichet, SECURITY C9: a single-use cookie, which only Odile’s browser has.',
      },
      acts: [{ stranger: 'claims the access' }],
      until: '^localhost/link/resume/',
    },
    {
      title: { fr: 'Laisser passer une heure', en: 'Let an hour pass' },
      who: {
        fr: 'Personne ne confirme. Guichet rend les jetons à la banque.',
        en: 'Nobody confirms. Guichet gives the tokens back to the bank.',
      },
      proves: {
        fr: 'La banque les a révoqués : il ne reste rien, ni chez Guichet ni chez elle.',
        en: 'The bank has revoked them: nothing is left, neither at Guichet nor at the bank.',
      },
      rule: {
        fr: 'RFC 7009 : un jeton dont on n’a pas l’usage se révoque.',
        en: 'RFC 7009: a token that is of no use is revoked.',
      },
      acts: [{ clock: 'hour' }, { atBank: 'tokens given back' }],
      until: '^localhost/link/',
    },
  ],
}
