import { expect, test } from 'vitest'
import { drawText } from '#e2e/components/draw.tsx'
import { BudgetCard } from './budget-card.tsx'

const budget = { category: 'groceries', amount: '400.00', percent: 100 }

test.each([
  ['fr', { ...budget, spent: '300.50', left: '99.50' }, /Il reste 99,50\s€ sur 400,00\s€/],
  ['fr', { ...budget, spent: '400.00', left: '0.00' }, /Budget atteint\s: 400,00\s€ dépensés/],
  ['fr', { ...budget, spent: '420.00', left: '-20.00' }, /Dépassé de 20,00\s€\s: 420,00\s€ dépensés sur 400,00\s€/],
  ['en', { ...budget, spent: '420.00', left: '-20.00' }, /Over budget by €20.00: €420.00 spent of €400.00/],
  ['en', { ...budget, spent: '0.00', left: '400.00' }, /€400.00 left of €400.00/],
] as const)('a budget says in words how it stands (%s, %j)', (locale, one, words) => {
  const text = drawText(locale, <BudgetCard budgets={[one]} today="2026-11-21" />)
  expect(text).toMatch(words)
})
