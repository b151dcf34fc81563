import type { Chapter, Step } from '#tour/story.ts'
import { allow, enterCode, identify, seeCode, signInAt } from './acts.ts'

/** The first acts of every chapter that begins at Guichet. */
export const signIn: Step = {
  title: { fr: 'Se connecter à Guichet', en: 'Sign in to Guichet' },
  who: {
    fr: 'Odile ouvre Guichet avec le mot de passe de Guichet.',
    en: 'Odile opens Guichet with her Guichet password.',
  },
  proves: {
    fr: 'Guichet sait quel compte Guichet s’ouvre. Sa banque n’y est pour rien.',
    en: 'Guichet knows which Guichet account this is. Her bank has no part in it.',
  },
  rule: {
    fr: 'DSP2, art. 67 : le mot de passe de la banque reste entre Odile et sa banque. Ici, elle tape celui de Guichet.',
    en: 'PSD2, art. 67: the bank’s password stays between Odile and her bank. Here she types Guichet’s.',
  },
  acts: signInAt('/signin'),
  until: '^localhost/home',
  learned: [{ who: 'guichet', fact: 'identity', hold: 'masked' }],
}

export const firstLink: Chapter = {
  id: 'first-link',
  theme: 'share',
  title: { fr: 'Relier une banque', en: 'Linking a bank' },
  lead: {
    fr: 'Odile relie sa banque à Guichet, puis choisit ce qu’elle partage. Suivez qui voit quoi.',
    en: 'Odile links her bank to Guichet, then chooses what to share. See who learns what.',
  },
  stage: 'nothing linked',
  steps: [
    signIn,
    {
      title: { fr: 'Choisir sa banque', en: 'Choose the bank' },
      who: { fr: 'Odile cherche sa banque dans l’annuaire.', en: 'Odile looks up her bank in the directory.' },
      proves: {
        fr: 'Rien n’est encore parti : aucune carte n’apparaît au milieu.',
        en: 'Nothing has been sent yet: no card appears in the middle.',
      },
      rule: {
        fr: 'RTS, art. 30 : chaque banque publie une interface pour les prestataires agréés.',
        en: 'RTS, art. 30: every bank offers an interface for authorised providers.',
      },
      acts: [
        { open: '/link' },
        { type: { css: 'input[type=search]' }, text: 'littoral' },
        { press: { css: 'a[href="/link/{bankCode}"]' } },
      ],
      until: '^localhost/link/\\d{5}$',
    },
    {
      title: { fr: 'Partir vers la banque', en: 'Leave for the bank' },
      who: {
        fr: 'Odile lit ce qui va se passer. Guichet l’envoie chez sa banque.',
        en: 'Odile reads what will happen. Guichet sends her to her bank.',
      },
      proves: {
        fr: 'Première carte : le navigateur apporte à la banque une adresse de retour connue d’elle et l’empreinte d’un secret.',
        en: 'The first card: the browser brings the bank a return address it knows and the hash of a secret.',
      },
      rule: {
        fr: 'OAuth 2.0 (RFC 6749), avec PKCE (RFC 7636) : un code volé ne sert à rien.',
        en: 'OAuth 2.0 (RFC 6749) with PKCE (RFC 7636): a stolen code is useless.',
      },
      acts: [
        { press: { css: 'form[action$="/start"] button[type=submit], form[action$="/start"] button:not([type])' } },
      ],
      until: 'sandbox\\.localhost/',
    },
    {
      title: { fr: 'S’identifier chez la banque', en: 'Identify at the bank' },
      who: {
        fr: 'Odile tape son identifiant et son mot de passe, sur les pages de la banque.',
        en: 'Odile types her customer id and password on the bank’s own pages.',
      },
      proves: {
        fr: 'Guichet ne voit jamais ce mot de passe : regardez la colonne Guichet dans « Qui sait quoi ».',
        en: 'Guichet never sees this password: look at Guichet’s column in “Who knows what”.',
      },
      rule: {
        fr: 'DSP2, art. 97 : authentification forte. Premier élément : ce qu’elle sait.',
        en: 'PSD2, art. 97: strong authentication. First factor: what she knows.',
      },
      acts: [...identify, seeCode],
      until: 'sandbox\\.localhost/',
    },
    {
      title: { fr: 'Recopier le code reçu', en: 'Copy the code from the phone' },
      who: {
        fr: 'La banque envoie un code sur le téléphone d’Odile. Elle le recopie.',
        en: 'The bank sends a code to Odile’s phone. She copies it.',
      },
      proves: {
        fr: 'C’est bien elle : elle connaît le mot de passe et elle a le téléphone.',
        en: 'It is her: she knows the password and holds the phone.',
      },
      rule: {
        fr: 'DSP2, art. 97 : deuxième élément, ce qu’elle possède.',
        en: 'PSD2, art. 97: second factor, what she has.',
      },
      acts: [...enterCode, { look: allow.press }],
      until: 'sandbox\\.localhost/',
    },
    {
      title: { fr: 'Autoriser Guichet', en: 'Allow Guichet' },
      who: {
        fr: 'Odile autorise. La banque la renvoie à Guichet avec un code à usage unique.',
        en: 'Odile allows it. The bank sends her back to Guichet with a single-use code.',
      },
      proves: {
        fr: 'Guichet échange ce code contre deux jetons, en montrant son certificat. La banque ne donne encore que la liste des comptes.',
        en: 'Guichet exchanges the code for two tokens and shows its certificate. So far the bank gives only the list of accounts.',
      },
      rule: {
        fr: 'RTS, art. 34 : le prestataire s’identifie par un certificat eIDAS (QWAC, QSealC).',
        en: 'RTS, art. 34: the provider identifies itself with eIDAS certificates (QWAC, QSealC).',
      },
      acts: [allow],
      until: '^localhost/connections/[^/]+/consent$',
    },
    {
      title: { fr: 'Choisir ce qu’on partage', en: 'Choose what to share' },
      who: {
        fr: 'Odile coche : soldes et opérations, rien d’autre.',
        en: 'Odile ticks balances and transactions, and nothing else.',
      },
      proves: {
        fr: 'Rien n’était coché d’avance. Tant qu’elle n’a pas envoyé, Guichet ne lit rien.',
        en: 'Nothing was ticked in advance. Until she sends it, Guichet reads nothing.',
      },
      rule: {
        fr: 'DSP2, art. 67 : seulement avec le consentement explicite de la personne.',
        en: 'PSD2, art. 67: only with the person’s explicit consent.',
      },
      acts: [{ press: { words: { fr: 'Soldes et opérations', en: 'Balances and transactions' } } }],
      until: '^localhost/connections/[^/]+/consent$',
    },
    {
      title: { fr: 'Envoyer le consentement', en: 'Send the consent' },
      who: {
        fr: 'Odile envoie son choix. Guichet le transmet à la banque, puis lit.',
        en: 'Odile sends her choice. Guichet passes it on to the bank, then reads.',
      },
      proves: {
        fr: 'La banque tient le consentement dans ses propres livres et refuse le reste.',
        en: 'The bank keeps the consent in its own books and refuses anything beyond it.',
      },
      rule: {
        fr: 'STET, PUT /consents : le consentement est remis à la banque, compte par compte.',
        en: 'STET, PUT /consents: the consent goes to the bank, account by account.',
      },
      acts: [{ press: { words: { fr: 'Partager ces données', en: 'Share this data' } } }],
      until: '^localhost/connections/[^/]+/loading$',
    },
    {
      title: { fr: 'Voir ses comptes', en: 'See the accounts' },
      who: { fr: 'Odile retrouve ses comptes sur l’accueil.', en: 'Odile finds her accounts on the home page.' },
      proves: {
        fr: 'Ce qui s’affiche est ce que la banque vient de répondre, ni plus ni moins.',
        en: 'What is shown is what the bank has just answered, no more and no less.',
      },
      rule: {
        fr: 'RTS, art. 10 bis : cet accès vaut 180 jours, puis Odile s’authentifie de nouveau.',
        en: 'RTS, art. 10a: this access lasts 180 days, then Odile authenticates again.',
      },
      acts: [{ open: '/home' }],
      until: '^localhost/home',
    },
  ],
}
