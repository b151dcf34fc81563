import { expect, test } from 'vitest'
import { aimOf, invitationIn } from './aim.ts'

test.each([
  [null, 'own', null],
  ['/home', 'own', null],
  ['/merchants', 'own', null],
  ['/link', 'own', null],
  ['/merchant', 'merchant', null],
  ['/organisation/new?x=1', 'merchant', null],
  ['/till', 'merchant', null],
  ['/links/new', 'merchant', null],
  ['/invitation/abc_-1', 'merchant', 'abc_-1'],
  ['/invitation/abc/accept', 'merchant', null],
  ['/household/invitation?token=x', 'own', null],
])('%s: %s, invited by %s', (next, aim, token) => {
  expect([aimOf(next), invitationIn(next)]).toEqual([aim, token])
})
