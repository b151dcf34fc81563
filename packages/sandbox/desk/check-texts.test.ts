import { expect, test } from 'vitest'
import { routes } from '#sandbox/interface/routes.ts'
import { authorizeSteps } from '#sandbox/oauth/authorize-request.ts'
import { readProofs } from '#sandbox/test-conformance.ts'
import { ruleOf, sayCheck } from './check-texts.ts'

const ofRoutes = routes.flatMap(route => route.steps.map(({ name }) => name))
const steps = [...new Set([...ofRoutes, ...authorizeSteps]), 'findsEndpoint']

test('every step of every endpoint has words of its own in both languages', () => {
  expect(steps.filter(step => sayCheck(step) === null)).toEqual([])
  const said = steps.map(step => sayCheck(step)).filter(words => words !== null)
  expect(said.filter(({ fr, en }) => fr === en)).toEqual([])
})

test('a step nobody has named has none', () => {
  expect(sayCheck('isUnheardOf')).toBeNull()
})

test('every rule that a check names is a row of docs/interface', () => {
  const ids = readProofs().map(({ id }) => id)
  const named = steps.map(ruleOf).filter(rule => rule !== null)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(rule => !ids.includes(rule))).toEqual([])
})
