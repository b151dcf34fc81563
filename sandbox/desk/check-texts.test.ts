import { expect, test } from 'vitest'
import { routes } from '#sandbox/interface/routes.ts'
import { sayCheck } from './check-texts.ts'

test('every step of every endpoint has words of its own in both languages', () => {
  const steps = [...new Set(routes.flatMap(route => route.steps.map(({ name }) => name))), 'findsEndpoint']
  expect(steps.filter(step => sayCheck(step) === null)).toEqual([])
  const said = steps.map(step => sayCheck(step)).filter(words => words !== null)
  expect(said.filter(({ fr, en }) => fr === en)).toEqual([])
})

test('a step nobody has named has none', () => {
  expect(sayCheck('isUnheardOf')).toBeNull()
})
