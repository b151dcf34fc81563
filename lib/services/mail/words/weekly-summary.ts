import { writeAmount } from './amount.ts'
import type { MailLanguage, MailList, MailParts } from './frame.ts'

/** The weekly summary, for those who asked for it. Names and amounts, as on home; no IBAN. */

type Amount = { readonly amount: string; readonly currency: string }
type Line = Amount & { readonly name: string; readonly day: string }

export type WeeklySummary = {
  /** Per currency, the balance shown at home and how it moved in seven days; null: not known for every account. */
  readonly totals: readonly (Amount & { readonly change: string | null })[]
  /** Booked in the last seven days, the largest first. */
  readonly largest: readonly Line[]
  /** Announced for the next seven days, the soonest first. */
  readonly coming: readonly Line[]
  /** How many things home asks the person to look at. */
  readonly attention: number
  /** Days of the oldest and the newest reading that the balances are from, `YYYY-MM-DD`. */
  readonly readFrom: string
  readonly readTo: string
}

export type SummaryPages = { readonly home: string; readonly unsubscribe: string }

/** The mail, with its lists; a list without lines is left out. */
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
      ...(attention > 0 ? [words.attention(attention)] : []),
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
  attention: (count: number) =>
    count === 1 ? 'One thing on your home page needs a look.' : `${count} things on your home page need a look.`,
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
  attention: count =>
    count === 1
      ? 'Un point demande votre attention sur la page d’accueil.'
      : `${count} points demandent votre attention sur la page d’accueil.`,
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
