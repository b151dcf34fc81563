import type { Chapter } from '#tour/story.ts'
import { signInAt } from './acts.ts'

export const newCertificates: Chapter = {
  id: 'new-certificates',
  theme: 'trouble',
  title: { fr: 'Nouveaux certificats', en: 'New certificates' },
  lead: {
    fr: 'Les certificats expirent. Olivia met les suivants en service, et personne ne s’en aperçoit.',
    en: 'Certificates expire. Olivia puts the next ones in use, and nobody notices.',
  },
  stage: 'new certificates',
  steps: [
    {
      title: { fr: 'Se connecter, côté Guichet', en: 'Sign in, on Guichet’s side' },
      who: {
        fr: 'Olivia veille, chez Guichet, sur les certificats et les enregistrements.',
        en: 'Olivia looks after certificates and registrations at Guichet.',
      },
      proves: {
        fr: 'Sans certificat, aucune banque ne répond : elle ne saurait pas qui l’appelle.',
        en: 'Without a certificate no bank answers: it would not know who is calling.',
      },
      rule: {
        fr: 'RTS, art. 34 : les prestataires s’identifient par des certificats eIDAS qualifiés.',
        en: 'RTS, art. 34: providers identify themselves with qualified eIDAS certificates.',
      },
      acts: signInAt('/signin?next=/operator/certificates'),
      until: '^localhost/operator/certificates',
    },
    {
      title: { fr: 'Lire les nouveaux certificats', en: 'Read the new certificates' },
      who: {
        fr: 'Olivia regarde ce que l’autorité a délivré : un QWAC pour le transport, un QSealC pour les signatures.',
        en: 'Olivia looks at what the authority issued: a QWAC for transport, a QSealC for signatures.',
      },
      proves: {
        fr: 'Guichet a vérifié la chaîne, le numéro d’agrément et les rôles. Les clés sont déjà scellées : personne ne les reverra.',
        en: 'Guichet has checked the chain, the authorisation number and the roles. The keys are sealed already: nobody will see them again.',
      },
      rule: {
        fr: 'ETSI TS 119 495 : le certificat porte le numéro d’agrément et les rôles (PSP_AI, PSP_PI).',
        en: 'ETSI TS 119 495: the certificate carries the authorisation number and the roles (PSP_AI, PSP_PI).',
      },
      acts: [{ look: { words: { fr: 'Mettre en usage', en: 'Put in use' } } }],
      until: '^localhost/operator/certificates',
    },
    {
      title: { fr: 'Les mettre en usage', en: 'Put them in use' },
      who: {
        fr: 'Guichet essaie la nouvelle clé : la banque ne la connaît pas et refuse. Il la lui annonce sous son ancienne signature, puis l’essaie de nouveau.',
        en: 'Guichet tries the new key: the bank does not know it and refuses. Guichet announces it under its old signature, then tries again.',
      },
      proves: {
        fr: 'L’ancien certificat répond du nouveau. Si la banque refusait, les appels continueraient avec l’ancien.',
        en: 'The old certificate vouches for the new one. Had the bank refused, calls would go on with the old one.',
      },
      rule: {
        fr: 'RFC 7592 : l’enregistrement se modifie par PUT, en entier.',
        en: 'RFC 7592: a registration is changed with PUT, as a whole.',
      },
      acts: [
        { press: { words: { fr: 'Mettre en usage', en: 'Put in use' } } },
        // No set waits any more.
        { look: { css: 'main:not(:has([aria-labelledby^="set-"] button))' } },
      ],
      until: '^localhost/operator/certificates',
    },
    {
      title: { fr: 'Relire l’enregistrement', en: 'Read the registration again' },
      who: {
        fr: 'Olivia demande à la banque ce qu’elle a gardé.',
        en: 'Olivia asks the bank what it has stored.',
      },
      proves: {
        fr: 'La banque a ce que Guichet croit lui avoir dit : l’écart, s’il y en avait un, serait montré.',
        en: 'The bank has what Guichet believes it told it: any difference would be shown.',
      },
      rule: {
        fr: 'RFC 7592 : l’enregistrement se relit par GET.',
        en: 'RFC 7592: a registration is read with GET.',
      },
      acts: [
        { open: '/operator/registrations' },
        { press: { words: { fr: 'Lire à la banque', en: 'Fetch from the bank' } } },
      ],
      until: '^localhost/operator/registrations',
    },
    {
      title: { fr: 'Odile ne remarque rien', en: 'Odile notices nothing' },
      who: {
        fr: 'Au même moment, Odile actualise ses comptes.',
        en: 'At the same moment, Odile refreshes her accounts.',
      },
      proves: {
        fr: 'Mêmes jetons, nouvelle signature : la banque la vérifie avec la clé qu’elle vient d’apprendre.',
        en: 'The same tokens, a new signature: the bank checks it with the key it has just learned.',
      },
      rule: {
        fr: 'STET : chaque appel est signé ; keyId dit par quel certificat.',
        en: 'STET: every call is signed; keyId says by which certificate.',
      },
      acts: [{ refresh: 'while the person is there' }],
      until: '^localhost/operator/registrations',
    },
  ],
}
