import { describe, expect, test } from 'vitest'
import { fixtureOf } from '#testing/rows.ts'
import { invitationState, may, mayChangeMember, mayLeave, memberActions, memberRoles } from './membership.ts'

/** Every role × every action: x may. */
const table = fixtureOf(import.meta.url, 'actions-of-roles.txt')
const [head = '', ...rows] = table.trim().split('\n')
const roles = head.trim().split(/\s+/)
const cells = rows.flatMap(row => {
  const [action = '', ...marks] = row.trim().split(/\s+/)
  return roles.map((role, at): [string, string, boolean] => [role, action, marks[at] === 'x'])
})

describe('who may do what', () => {
  test('the table is whole', () => {
    expect(roles.toSorted()).toEqual([...memberRoles].toSorted())
    expect([...new Set(cells.map(([, action]) => action))].toSorted()).toEqual([...memberActions].toSorted())
  })

  test.each(cells)('%s, %s: %s', (role, action, expected) => {
    const known = memberActions.find(one => one === action)
    const member = memberRoles.find(one => one === role)
    expect(known && member && may(member, known)).toBe(expected)
  })
})

describe('changing a member', () => {
  test.each([
    ['owner', { from: null, to: 'owner', owners: 1 }, true],
    ['owner', { from: 'owner', to: 'admin', owners: 2 }, true],
    ['owner', { from: 'owner', to: 'admin', owners: 1 }, false],
    ['owner', { from: 'owner', to: null, owners: 1 }, false],
    ['owner', { from: 'owner', to: 'owner', owners: 1 }, true],
    ['admin', { from: null, to: 'viewer', owners: 1 }, true],
    ['admin', { from: 'viewer', to: 'admin', owners: 1 }, true],
    ['admin', { from: 'viewer', to: 'owner', owners: 1 }, false],
    ['admin', { from: 'owner', to: null, owners: 2 }, false],
    ['developer', { from: null, to: 'viewer', owners: 1 }, false],
    ['accountant', { from: 'viewer', to: null, owners: 1 }, false],
    ['viewer', { from: 'viewer', to: null, owners: 1 }, false],
  ] as const)('%s: %j → %s', (actor, change, expected) => {
    expect(mayChangeMember(actor, change)).toBe(expected)
  })
})

test.each(memberRoles)('a %s may leave, unless nobody owned it then', role => {
  expect(mayLeave(role, 2)).toBe(true)
  expect(mayLeave(role, 1)).toBe(role !== 'owner')
})

describe('an invitation', () => {
  const [earlier, at, later] = [new Date('2026-01-01'), new Date('2026-01-02'), new Date('2026-01-03')]
  test.each([
    [{ acceptedAt: null, revokedAt: null, expiresAt: later }, 'open'],
    [{ acceptedAt: null, revokedAt: null, expiresAt: at }, 'expired'],
    [{ acceptedAt: null, revokedAt: earlier, expiresAt: later }, 'revoked'],
    [{ acceptedAt: null, revokedAt: earlier, expiresAt: earlier }, 'revoked'],
    [{ acceptedAt: earlier, revokedAt: null, expiresAt: earlier }, 'accepted'],
    [{ acceptedAt: earlier, revokedAt: at, expiresAt: later }, 'accepted'],
  ] as const)('%j is %s', (invitation, state) => {
    expect(invitationState(invitation, at)).toBe(state)
  })
})
