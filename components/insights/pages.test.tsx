import { expect, test } from 'vitest'
import type { CategoryMonths, InsightView } from '#lib/views/insight.ts'
import { draw, drawText } from '#testing/components/draw.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BudgetCard } from './budget-card.tsx'
import { CategoryCard } from './category-card.tsx'
import { CategoryMonthsCards } from './category-months.tsx'
import { ForecastCard } from './forecast-card.tsx'
import { MonthCard } from './month-card.tsx'
import { RecurringCard, RecurringList } from './recurring-list.tsx'
import { UpcomingCard } from './upcoming-card.tsx'

const none = { available: '400.00', carries: false, carried: '0.00', perDay: '0.00', shared: null }
const budget = { category: 'groceries', amount: '400.00', percent: 100, ...none }

test.each([
  ['fr', { ...budget, spent: '300.50', left: '99.50' }, /Il reste 99,50\s€ sur 400,00\s€/],
  ['fr', { ...budget, spent: '400.00', left: '0.00' }, /Budget atteint\s: 400,00\s€ dépensés/],
  ['fr', { ...budget, spent: '420.00', left: '-20.00' }, /Dépassé de 20,00\s€\s: 420,00\s€ dépensés sur 400,00\s€/],
  ['en', { ...budget, spent: '420.00', left: '-20.00' }, /Over budget by €20.00: €420.00 spent of €400.00/],
  ['en', { ...budget, spent: '0.00', left: '400.00' }, /€400.00 left of €400.00/],
  ['en', { ...budget, spent: '0.00', left: '400.00', perDay: '40.00' }, /€40.00 a day until the end of the month/],
  ['en', { ...budget, spent: '395.00', left: '5.00', perDay: '5.00' }, /^(?![\s\S]*a day)[\s\S]*€5.00 left of €400.00/],
  [
    'fr',
    { ...budget, category: 'all', spent: '0.00', left: '450.00', carried: '50.00', available: '450.00' },
    /Toutes les sorties[\s\S]*Il reste 450,00\s€ sur 450,00\s€[\s\S]*dont 50,00\s€ des mois d’avant/,
  ],
  [
    'en',
    { ...budget, spent: '0.00', left: '400.00', shared: { by: 'Camille', accounts: ['a1'] } },
    /^(?!.*Edit)[\s\S]*Shared by Camille(?![\s\S]*Edit)/,
  ],
] as const)('a budget says in words how it stands (%s, %j)', (locale, one, words) => {
  const text = drawText(locale, <BudgetCard budgets={[one]} today="2026-11-21" canShare={false} />)
  expect(text).toMatch(words)
})

test('the name of a budget leads to what was spent of it', () => {
  const list = (one: Parameters<typeof BudgetCard>[0]['budgets'][number]) =>
    /transactions\?([^"]*)/.exec(draw('en', <BudgetCard budgets={[one]} today="2026-11-21" canShare />))?.[1]
  const whole = { ...budget, spent: '0.00', left: '400.00' }
  const november = 'from=2026-11-01&amp;to=2026-11-30&amp;counted=EUR'
  expect(list(whole)).toBe(`category=groceries&amp;${november}`)
  expect(list({ ...whole, category: 'all', shared: { by: null, accounts: ['a1', 'a2'] } })).toBe(
    `direction=out&amp;${november}&amp;account=a1&amp;account=a2`,
  )
})

const view: InsightView = {
  currencies: ['EUR'],
  currency: 'EUR',
  today: '2026-11-28',
  months: [],
  year: { from: '2025-12-01', to: '2026-11-30', in: '0.00', out: '0.00', saved: '0.00' },
  firstMonth: '2026-01',
  month: '2026-11',
  totals: { in: '0', out: '0', net: '0' },
  savings: { amount: '0.00', count: 0 },
  before: null,
  uncompared: 'first',
  categories: [],
  budgets: [],
  recurring: [],
  regularly: { monthly: '-20.00', yearly: '-240.00' },
  dismissed: [],
  upcoming: [],
  leftOut: 0,
  balances: [{ accountId: 'a', name: 'A', points: [{ day: '2026-11-28', amount: '500.00', source: 'bank' }] }],
  forecast: {
    until: '2026-11-30',
    days: 90,
    known: 1,
    below: [{ accountId: 'a', name: 'Compte courant', day: '2026-11-30', amount: '-10.00' }],
    points: [
      { day: '2026-11-29', amount: '480.40', low: '470.00', high: '490.00' },
      { day: '2026-11-30', amount: '20.00', low: '-60.00', high: '100.00' },
    ],
  },
}

test('a forecast gives the expected amount, its range, its basis, and whether it may fall below zero', () => {
  const text = drawText('fr', <ForecastCard view={view} currency="EUR" />)
  expect(text).toMatch(/environ\s+20\s€\s*, entre −60\s€ et 100\s€/)
  expect(text).toMatch(/1\sopération annoncée ou régulière, et vos autres opérations des 90 derniers jours/)
  expect(text).toMatch(/Compte courant pourrait passer sous zéro vers le 30 novembre 2026, à environ −10\s€/)
  expect(text, 'as a table too').toMatch(/29 novembre 2026\s+480\s€\s+470\s€\s+490\s€/)
  const none = drawText('en', <ForecastCard view={{ ...view, forecast: null }} currency="EUR" />)
  expect(none).toMatch(/60 days of transactions for a forecast/)
})

test('a month is compared in words with the previous one, and names uncategorised transactions', () => {
  const row = { direction: 'out' as const, count: 1 }
  const compared: InsightView = {
    ...view,
    totals: { in: '90.00', out: '-30.00', net: '60.00' },
    before: { month: '2026-10', until: '2026-10-28', payday: null, more: { in: '90.00', out: '-13.00' } },
    categories: [
      { ...row, category: 'groceries', amount: '-20.00', more: '5.50' },
      { ...row, category: 'to_file', amount: '-10.00', more: '0.00' },
      { ...row, category: 'leisure', amount: '-5.00', more: '-18.50', count: 2 },
    ],
  }
  const text = drawText('fr', <CategoryCard view={compared} currency="EUR" own={[]} />)
  expect(text).toMatch(/Comparé à octobre 2026, jusqu’au 28 octobre 2026/)
  expect(text).toMatch(/90,00\s€ de plus[\s\S]*13,00\s€ de moins/)
  expect(text).toMatch(/1\sopération\s+·\s5,50\s€ de plus/)
  expect(text).toMatch(/inchangé\s+·\s+Classer ces opérations/)
  expect(text).toMatch(/2\sopérations\s+·\s18,50\s€ de moins/)
  const first = drawText('en', <CategoryCard view={{ ...compared, before: null }} currency="EUR" own={[]} />)
  expect(first).toMatch(/Nothing to compare yet/)
  expect(first).not.toMatch(/more|less/)
})

test('a comparison says which payday moved its end, and why', () => {
  const before = { month: '2026-10', until: '2026-10-27', more: { in: '0.00', out: '-13.00' } }
  const drawn = (payday: { label: string; day: string; due: boolean }) =>
    drawText(
      'fr',
      <CategoryCard view={{ ...view, uncompared: null, before: { ...before, payday } }} currency="EUR" own={[]} />,
    )
  expect(drawn({ label: 'Acme', day: '2026-10-28', due: true })).toMatch(
    /jusqu’au 27 octobre 2026, veille du versement «\sAcme\s»[\s\S]*Le samedi 28 novembre 2026 n’est pas un jour ouvré/,
  )
  expect(drawn({ label: 'Acme', day: '2026-10-26', due: false })).not.toMatch(/jour ouvré/)
  const apart: InsightView = { ...view, uncompared: 'unknown' }
  expect(drawText('en', <CategoryCard view={apart} currency="EUR" own={[]} />)).toMatch(/we have only part/)
})

test('a month without data is no month without money, and one known in part says so', () => {
  const none = { in: '0.00', out: '0.00', net: '0.00', saved: '0.00' }
  const months: InsightView['months'] = [
    { ...none, month: '2026-09', coverage: 'none' },
    { ...none, month: '2026-10', out: '-9.00', net: '-9.00', coverage: 'part' },
    { ...none, month: '2026-11', coverage: 'whole' },
  ]
  const text = drawText('en', <MonthCard view={{ ...view, months }} currency="EUR" />)
  expect(text).toMatch(/September 2026\s+no data\s+no data/)
  expect(text).toMatch(/October 2026 · partial data\s+€0.00\s+−€9.00/)
  expect(text).toMatch(/November 2026\s+€0.00/)
  const september = drawText(
    'en',
    <CategoryCard view={{ ...view, months, month: '2026-09' }} currency="EUR" own={[]} />,
  )
  expect(september).toContain('We have no data for this month.')
  expect(september).not.toMatch(/0\.00|Nothing this month/)
})

test('more taken from savings than put into them is said in words, without a sign', () => {
  const months = [
    { month: '2026-11', in: '0.00', out: '-5.00', net: '-5.00', saved: '-2680.00', coverage: 'whole' as const },
  ]
  const year = { ...view.year, out: '-5.00', saved: '-2680.00' }
  const text = drawText('en', <MonthCard view={{ ...view, months, year }} currency="EUR" />)
  expect(text).toMatch(/Taken from savings · €2,680\.00[\s\S]*Taken from savings\s+€2,680\.00/)
  const saved = drawText('en', <MonthCard view={{ ...view, year: { ...year, saved: '900.00' } }} currency="EUR" />)
  expect(saved).toMatch(/Put into savings\s+€900\.00/)
})

test('parts of a category are named as parts, for the names below add up to all of it', () => {
  const part = { amount: '-46.00', count: 1 }
  const months: CategoryMonths['months'] = [{ month: '2026-11', amount: '-104.71', coverage: 'whole' }]
  const shown: CategoryMonths = {
    currency: 'EUR',
    today: '2026-11-28',
    firstMonth: '2026-01',
    month: '2026-11',
    amount: '-104.71',
    count: 2,
    subs: [{ ...part, category: 'pharmacy' }],
    months,
    merchants: [{ ...part, counterparty: 'pharmacie bellecour', name: 'Pharmacie Bellecour' }],
  }
  const drawn = (view: CategoryMonths) =>
    drawText('en', <CategoryMonthsCards view={view} category="health" direction="out" own={[]} />)
  expect(drawn(shown)).toMatch(/Of which\s+Pharmacy[\s\S]*All of it, by name\s+Pharmacie Bellecour/)
  expect(drawn({ ...shown, subs: [] })).not.toMatch(/Of which|All of it/)
  expect(drawn({ ...shown, months: [{ month: '2026-11', amount: '0.00', coverage: 'none' }] })).toContain(
    'no data for this',
  )
})

const announced = { label: 'Foncia', category: 'housing', accountId: 'a', source: 'bank' as const }

test('an axis has its unit and a true minus, and a calendar day its sum', () => {
  const months = [
    { month: '2026-11', in: '3000.00', out: '-4000.00', net: '-1000.00', saved: '0.00', coverage: 'whole' as const },
  ]
  const axis = drawText('fr', <MonthCard view={{ ...view, months }} currency="EUR" />)
  expect(axis).toContain('\u22124\u202fk€')
  const upcoming = ['-850.00', '-0.10'].map(amount => ({ ...announced, day: '2026-11-29', amount }))
  const calendar = drawText('en', <UpcomingCard view={{ ...view, upcoming }} currency="EUR" />)
  expect(calendar).toMatch(/29\s+−€850\.10\s+2 transactions/)
})

test('the balance is of all accounts, or of the one that is asked for', () => {
  const points = [{ day: '2026-11-28', amount: '500.00', source: 'bank' as const }]
  const balances = [
    { accountId: null, name: '', points },
    {
      accountId: 'a',
      name: 'Livret',
      points: [{ ...points[0], day: '2026-11-28', amount: '80.00', source: 'bank' as const }],
    },
  ]
  const textOf = (account: string | undefined) =>
    drawText('fr', <BalanceCard view={{ ...view, balances }} currency="EUR" account={account} />)
  expect(textOf('a')).toContain('80,00')
  expect(textOf('a')).not.toContain('500,00')
  for (const account of [undefined, '', 'nobody’s']) expect(textOf(account)).toContain('500,00')
})

test('of many lines on one day six are shown at once, and all are there', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...announced,
      day: '2026-12-14',
      label: `Loyer ${at + 1}.`,
      amount: '-20.00',
    }))
  const drawn = (count: number) =>
    draw('fr', <UpcomingCard view={{ ...view, upcoming: lines(count) }} currency="EUR" />)
  expect(drawn(8)).not.toContain('<details')
  const [shown = '', folded = ''] = drawn(45).split('<details')
  expect(shown).toContain('Loyer 6.')
  expect(shown).not.toContain('Loyer 7.')
  expect(folded).toContain('Afficher les 39 autres opérations')
  expect(folded).toContain('Loyer 45.')
})

const regular = {
  accountId: 'a',
  counterparty: 'netflix',
  label: 'Netflix',
  category: 'leisure',
  rhythm: 'month' as const,
  steady: false,
  amount: '-13.99',
  monthly: '-13.99',
  yearly: '-167.88',
  rise: { from: '-9.99', to: '-13.99', day: '2026-10-05' },
  chosen: false,
  count: 5,
  lastDay: '2026-11-05',
  nextDay: '2026-12-05',
}

test('of many recurring payments the next twelve are shown at once, and all are there', () => {
  const recurring = Array.from({ length: 40 }, (_, at) => ({
    ...regular,
    counterparty: `loyer ${at + 1}`,
    label: `Loyer ${at + 1}.`,
  }))
  const drawn = (count: number) =>
    draw('en', <RecurringList view={{ ...view, recurring: recurring.slice(0, count) }} currency="EUR" own={[]} />)
  expect(drawn(16)).not.toContain('Show')
  const [shown = '', folded = ''] = drawn(40).split('Show 28 more')
  expect(shown).toContain('Loyer 12.')
  expect(shown).not.toContain('Loyer 13.')
  expect(folded).toContain('Loyer 13.')
  expect(folded).toContain('Loyer 40.')
})

test('a regular payment says its cost and that its price went up, and is confirmed or dismissed by a form', () => {
  const regularly = { monthly: '-13.99', yearly: '-167.88' }
  const shown = {
    ...view,
    recurring: [regular],
    regularly,
    dismissed: [{ counterparty: 'foncia', direction: 'out' as const }],
  }
  for (const text of [
    drawText('fr', <RecurringCard view={shown} currency="EUR" own={[]} />),
    drawText('fr', <RecurringList view={shown} currency="EUR" own={[]} />),
  ]) {
    expect(text).toMatch(/environ 13,99\s€ par mois, 167,88\s€ par an/)
    expect(text).not.toMatch(/mettez de côté/)
    expect(text).toMatch(/Passé de 9,99\s€ à 13,99\s€ le 5 octobre 2026/)
  }
  const saving = { ...shown, recurring: [regular, { ...regular, category: 'savings' }] }
  expect(drawText('fr', <RecurringList view={saving} currency="EUR" own={[]} />)).toMatch(
    /167,88\s€ par an, sans ce que vous mettez de côté/,
  )
  const list = draw('en', <RecurringList view={shown} currency="EUR" own={[]} />)
  expect(list.match(/action="\/insights\/recurring\/choose"/g)).toHaveLength(3)
  for (const choice of ['month', 'never', 'forget']) expect(list).toContain(`name="choice" value="${choice}"`)
})
