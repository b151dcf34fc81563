import { expect, test } from 'vitest'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { may, memberRoles } from '#lib/domain/merchant/membership.ts'
import { fixtureOf } from '#testing/rows.ts'
import { type Act, type ActName, actOf, acts, scopesOfRole } from './acts.ts'

/**
 * Who may do what, to read (C53): owner, admin, developer, accountant (c), viewer, cashier (t); then what else the act asks for. Routes are held to the
 * rows of `acts` by `app/guarded.test.ts` and `app/(merchant)/roles.test.ts`; this holds the rows.
 */
const policy = fixtureOf(import.meta.url, 'acts.txt')

const initials = { owner: 'o', admin: 'a', developer: 'd', accountant: 'c', viewer: 'v', cashier: 't' } as const
const names = Object.keys(acts).filter((name): name is ActName => Object.hasOwn(acts, name))

function write(name: ActName): string {
  const { role, reads, keyOnly, freshPassword, scope, delay, address }: Act = actOf(name)
  const roles =
    role === undefined
      ? '-'
      : memberRoles
          .filter(one => may(one, role))
          .map(one => initials[one])
          .join('')
  const more = [reads && 'reads', keyOnly && 'keyOnly', freshPassword, scope, delay, address]
  return [name, roles, ...more.filter(one => one !== undefined)].join(' ')
}

test('every act asks for what the table says', () => {
  const rows = policy.trim().split('\n')
  expect(names.map(write)).toEqual(rows.map(row => row.trim().replace(/ +/g, ' ')))
})

test('every change says why it asks for what it asks', () => {
  expect(names.filter(name => !actOf(name).reads && !/^[A-Z].+\.$/.test(actOf(name).why ?? ''))).toEqual([])
})

/** Every role × every scope: x may. */
const table = fixtureOf(import.meta.url, 'scopes-of-roles.txt')
const [head = '', ...rows] = table.trim().split('\n')
const roles = head.trim().split(/\s+/)
const cells = rows.map(row => row.trim().split(/\s+/))

test('the table of scopes is whole', () => {
  expect(roles).toEqual([...memberRoles])
  expect(cells.map(([scope]) => scope)).toEqual([...apiScopes])
})

test.each(memberRoles)('a key of a %s has no scope beyond the role', role => {
  const expected = cells.filter(([, ...marks]) => marks[roles.indexOf(role)] === 'x').map(([scope]) => scope)
  expect(scopesOfRole(role)).toEqual(expected)
})
