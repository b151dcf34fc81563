import { writeAmount } from './amount.ts'
import type { MailLanguage, MailList, MailParts } from './frame.ts'

/** No IBAN. */

type Amount = { readonly amount: string; readonly currency: string }
type Line = Amount & { readonly name: string; readonly day: string }

export type WeeklySummary = {
  /** Moved in seven days; null: not known. */
  readonly totals: readonly (Amount & { readonly change: string | null })[]
  /** Seven days, largest first. */
  readonly largest: readonly Line[]
  /** Seven days, soonest first. */
  readonly coming: readonly Line[]
  /** Most urgent first. */
  readonly attention: readonly { readonly kind: keyof typeof english.first; readonly bankName: string }[]
  /** Oldest and newest, `YYYY-MM-DD`. */
  readonly readFrom: string
  readonly readTo: string
}

export type SummaryPages = { readonly home: string; readonly unsubscribe: string }

/** Empty lists are left out. */
export function writeWeeklySummary(summary: WeeklySummary, pages: SummaryPages, language: MailLanguage): MailParts {
  const words = language === 'en' ? english : french
  const { totals, largest, coming, attention, readFrom, readTo } = summary
  const lines = (all: readonly Line[]) =>
    all.map(line => ({ label: `${line.name}, ${dayIn(language, line.day)}`, value: writeAmount(line, language) }))
  const lists: MailList[] = [
    {
      title: words.totals,
      lines: totals.map(({ amount, currency, change }) => ({
        label:
          change === null ? words.noChange : words.change(writeAmount({ amount: change, currency }, language, true)),
        value: writeAmount({ amount, currency }, language),
      })),
    },
    { title: words.largest, lines: lines(largest) },
    { title: words.coming, lines: lines(coming) },
  ]
  return {
    subject: words.subject,
    paragraphs: [
      words.read(dayIn(language, readFrom), dayIn(language, readTo)),
      ...attention
        .slice(0, 1)
        .map(({ kind, bankName }) => `${words.first[kind](bankName)} ${words.others(attention.length - 1)}`),
    ],
    lists: lists.filter(list => list.lines.length > 0),
    action: { label: words.action, url: pages.home },
    small: { text: words.small, link: { label: words.off, url: pages.unsubscribe } },
    unsubscribe: pages.unsubscribe,
  }
}

const english = {
  subject: 'Your week on Guichet',
  read: (from: string, to: string) =>
    from === to
      ? `Your balances as your banks gave them on ${to}.`
      : `Your balances as your banks gave them between ${from} and ${to}.`,
  /** No name that another chose: Guichet signs. */
  first: {
    finish_consent: (bank: string) => `You approved access at ${bank}: now choose what to share.`,
    quarantined_link: (bank: string) => `${bank} is waiting for you to confirm.`,
    renew_soon: (bank: string) => `${bank}: access ends soon.`,
    expired: (bank: string) => `${bank}: access has ended.`,
    revoked: (bank: string) => `${bank}: access withdrawn.`,
    replaced: (bank: string) => `${bank}: linked again elsewhere.`,
    sync_failed: (bank: string) => `${bank} wasn’t fully updated.`,
    bank_down: (bank: string) => `${bank} isn’t answering.`,
    new_accounts: (bank: string) => `${bank} has new accounts you haven’t decided about.`,
    other_name: (bank: string) => `${bank}: the log-in is in another name.`,
    transfer_held: (bank: string) => `${bank}: a transfer is on hold.`,
    household_invitation: () => 'You’re invited to share accounts.',
  },
  others: (count: number) => {
    if (count === 0) return 'See your home page.'
    return count === 1 ? 'Your home page lists one more thing.' : `Your home page lists ${count} more things.`
  },
  totals: 'All your accounts',
  change: (change: string) => `${change} in seven days`,
  noChange: 'Total',
  largest: 'Largest transactions of the week',
  coming: 'Coming in the next seven days',
  action: 'Open Guichet',
  small:
    'You get this email every Monday because you asked for it. Guichet never asks for a password or a code by email.',
  off: 'Stop the weekly summary',
}

const french: typeof english = {
  subject: 'Votre semaine sur Guichet',
  read: (from, to) =>
    from === to
      ? `Vos soldes, tels que vos banques les ont donnés le ${to}.`
      : `Vos soldes, tels que vos banques les ont donnés entre le ${from} et le ${to}.`,
  first: {
    finish_consent: bank => `Vous avez donné accès chez ${bank}\u202f: choisissez ce que vous partagez.`,
    quarantined_link: bank => `${bank} attend votre confirmation.`,
    renew_soon: bank => `${bank}\u202f: l’accès expire bientôt.`,
    expired: bank => `${bank}\u202f: l’accès a expiré.`,
    revoked: bank => `${bank}\u202f: accès retiré.`,
    replaced: bank => `${bank}\u202f: reliée une seconde fois.`,
    sync_failed: bank => `${bank} n’a pas été entièrement mise à jour.`,
    bank_down: bank => `${bank} ne répond pas.`,
    new_accounts: bank => `${bank} propose de nouveaux comptes.`,
    other_name: bank => `${bank}\u202f: l’accès est à un autre nom.`,
    transfer_held: bank => `${bank}\u202f: un virement est suspendu.`,
    household_invitation: () => 'On vous invite dans un foyer.',
  },
  others: count => {
    if (count === 0) return 'Consultez la page d’accueil.'
    return count === 1
      ? 'La page d’accueil signale aussi un autre point.'
      : `La page d’accueil signale aussi ${count} autres points.`
  },
  totals: 'Tous vos comptes',
  change: change => `${change} en sept jours`,
  noChange: 'Total',
  largest: 'Les plus grosses opérations de la semaine',
  coming: 'À venir dans les sept jours',
  action: 'Ouvrir Guichet',
  small:
    'Vous recevez cet e-mail chaque lundi parce que vous l’avez demandé. Guichet ne demande jamais de mot de passe ni de code par e-mail.',
  off: 'Ne plus recevoir ce résumé',
}

const days = {
  en: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
}

const dayIn = (language: MailLanguage, day: string) => days[language].format(new Date(day))
