import { expect, test } from 'vitest'
import { frameMail } from './frame.ts'
import { type WeeklySummary, writeWeeklySummary } from './weekly-summary.ts'

const summary: WeeklySummary = {
  totals: [
    { amount: '6970.34', currency: 'EUR', change: '-162.47' },
    { amount: '-50.00', currency: 'USD', change: null },
  ],
  largest: [{ name: 'Garage <Lenoir>', day: '2026-11-20', amount: '-182.40', currency: 'EUR' }],
  coming: [{ name: 'EDF', day: '2026-11-25', amount: '-84.12', currency: 'EUR' }],
  attention: [{ kind: 'renew_soon', bankName: 'Banque du Littoral' }],
  readFrom: '2026-11-22',
  readTo: '2026-11-22',
}
const pages = {
  home: 'https://guichet.example/home',
  unsubscribe: 'https://guichet.example/unsubscribe/stop?person=1&proof=2',
}

test('in French: balances and how they moved, the largest lines, what is coming, and what needs a look', () => {
  const { subject, text, html, unsubscribe } = frameMail(writeWeeklySummary(summary, pages, 'fr'), 'fr')
  expect(subject).toBe('Votre semaine sur Guichet')
  expect(text).toContain('Vos soldes, tels que vos banques les ont donnés le 22 novembre.')
  expect(text).toContain('Banque du Littoral\u202f: l’accès expire bientôt. Consultez la page d’accueil.')
  expect(text).toContain('- −162,47\u00a0€ en sept jours\u202f: 6\u202f970,34\u00a0€')
  expect(text).toContain('- Total\u202f: −50,00\u00a0$US')
  expect(text).toContain('- Garage <Lenoir>, 20 novembre\u202f: −182,40\u00a0€')
  expect(text).toContain('- EDF, 25 novembre\u202f: −84,12\u00a0€')
  expect(html).toContain('Garage &lt;Lenoir&gt;, 20 novembre')
  expect(html).not.toContain('<Lenoir>')
  expect(unsubscribe).toBe(pages.unsubscribe)
})

test('in English, with a rise', () => {
  const [total] = summary.totals
  const risen: WeeklySummary = {
    ...summary,
    totals: total ? [{ ...total, change: '162.47' }] : [],
    attention: [
      { kind: 'transfer_held', bankName: 'Banque Cormoran' },
      { kind: 'household_invitation', bankName: '' },
      { kind: 'bank_down', bankName: 'Banque Cormoran' },
    ],
  }
  const { text } = frameMail(writeWeeklySummary(risen, pages, 'en'), 'en')
  expect(text).toContain('- +€162.47 in seven days: €6,970.34')
  expect(text).toContain('Banque Cormoran: a transfer is on hold. Your home page lists 2 more things.')
  expect(text).toContain('- Garage <Lenoir>, 20 November: −€182.40')
})

test('balances of several days are not said to be of one', () => {
  const { text } = frameMail(writeWeeklySummary({ ...summary, readFrom: '2026-09-02' }, pages, 'fr'), 'fr')
  expect(text).toContain('entre le 2 septembre et le 22 novembre')
})

test('what there is nothing of is left out', () => {
  const { text, html } = frameMail(
    writeWeeklySummary({ ...summary, largest: [], coming: [], attention: [] }, pages, 'en'),
    'en',
  )
  for (const words of ['Largest', 'Coming', 'Banque', 'home page']) expect(text + html).not.toContain(words)
})
