import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'

/** Texts of the online banking in the fallback mode. */
export type FallbackTexts = {
  readonly wish: string
  readonly leave: string
  readonly leaveHelp: string
  readonly codeIntro: string
  readonly codeMessage: string
  readonly terminated: { readonly text: string; readonly back: string }
  readonly navigation: string
  readonly accounts: string
  readonly profile: string
  readonly signOut: string
  readonly greeting: string
  readonly total: string
  readonly via: string
  readonly balance: string
  readonly accountingBalance: string
  readonly outstanding: string
  readonly card: string
  readonly joint: string
  readonly since: string
  readonly seeAll: string
  readonly back: string
  readonly transactions: string
  readonly date: string
  readonly label: string
  readonly amount: string
  readonly pending: string
  readonly coming: string
  readonly information: string
  readonly none: string
  readonly page: string
  readonly previous: string
  readonly next: string
  readonly pages: string
  readonly name: string
  readonly identifier: string
  readonly phone: string
  readonly segment: string
  readonly owners: string
  /** French has a space before it. */
  readonly colon: string
  readonly notHere: string
  readonly notHereText: string
}

export const fallbackTexts: Readonly<Record<Language, FallbackTexts>> = {
  fr: withFrenchSpaces({
    wish: 'Banque en ligne, ouverte par {software} ({legal})',
    leave: 'Annuler la connexion',
    leaveHelp: 'Rien n’est ouvert ; le jeton de {software} reste valable jusqu’à son expiration.',
    codeIntro: 'Nous avons envoyé un code à 6 chiffres au {phone}. Il ouvre votre banque en ligne.',
    codeMessage: 'Connexion à votre banque en ligne par {software} ({legal}). Votre code :',
    terminated: {
      text: 'La banque à distance n’est plus ouverte pour cet identifiant. Votre agence peut vous renseigner.',
      back: 'Fermer',
    },
    navigation: 'Banque en ligne',
    accounts: 'Mes comptes',
    profile: 'Mon profil',
    signOut: 'Se déconnecter',
    greeting: 'Bonjour {name}',
    total: 'Total de vos comptes en euros',
    via: 'Session ouverte par {software} en mode secours.',
    balance: 'Solde',
    accountingBalance: 'Solde comptable',
    outstanding: 'Encours',
    card: 'Carte à débit différé',
    joint: 'Compte joint',
    since: 'au {date}',
    seeAll: 'Voir les opérations',
    back: 'Tous mes comptes',
    transactions: 'Opérations',
    date: 'Date',
    label: 'Libellé',
    amount: 'Montant',
    pending: 'en cours',
    coming: 'à venir',
    information: 'pour information',
    none: 'Aucune opération sur ce compte ces 90 derniers jours.',
    page: 'Page {page} sur {last}',
    previous: 'Opérations plus récentes',
    next: 'Opérations plus anciennes',
    pages: 'Pages',
    name: 'Titulaire de l’abonnement',
    identifier: 'Identifiant',
    phone: 'Téléphone pour les codes',
    segment: 'Abonnement',
    owners: 'Titulaires',
    colon: ' :',
    notHere: 'Ce que vous ne pouvez pas faire ici',
    notHereText: 'Cet accès ne donne ni les fonctions de l’application mobile, ni les paiements en ligne par carte.',
  }),
  en: {
    wish: 'Online banking, opened by {software} ({legal})',
    leave: 'Cancel sign-in',
    leaveHelp: 'Nothing opens. {software}’s token remains valid until it expires.',
    codeIntro: 'We sent a 6-digit code to {phone}. It opens your online banking.',
    codeMessage: 'Sign-in to your online banking by {software} ({legal}). Your code:',
    terminated: {
      text: 'This customer ID no longer has online banking. Ask your branch for more.',
      back: 'Close',
    },
    navigation: 'Online banking',
    accounts: 'My accounts',
    profile: 'My profile',
    signOut: 'Sign out',
    greeting: 'Hello {name}',
    total: 'Total of your accounts in euros',
    via: 'Session opened by {software} in fallback mode.',
    balance: 'Balance',
    accountingBalance: 'Booked balance',
    outstanding: 'Amount due',
    card: 'Deferred-debit card',
    joint: 'Joint account',
    since: 'on {date}',
    seeAll: 'See transactions',
    back: 'All my accounts',
    transactions: 'Transactions',
    date: 'Date',
    label: 'Description',
    amount: 'Amount',
    pending: 'pending',
    coming: 'upcoming',
    information: 'for information',
    none: 'No transactions on this account in the last 90 days.',
    page: 'Page {page} of {last}',
    previous: 'Newer transactions',
    next: 'Older transactions',
    pages: 'Pages',
    name: 'Subscription holder',
    identifier: 'Customer ID',
    phone: 'Phone for codes',
    segment: 'Subscription',
    owners: 'Owners',
    colon: ':',
    notHere: 'What you can’t do here',
    notHereText: 'This access offers no functions of the mobile app and no online card payments.',
  },
}
