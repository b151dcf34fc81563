import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { actOf, acts, type Verb } from '#lib/domain/acts.ts'
import { apiScopes, hasScope } from '#lib/domain/merchant/api-key.ts'
import { may, memberRoles } from '#lib/domain/merchant/membership.ts'
import { freshMs } from '#lib/services/people/reauthenticate.ts'
import { actAs, actAsKey, ordersOf, reachOf } from './actor.ts'

const ids = { organisationId: 'organisation', userId: 'person' }
const orgActs = Object.keys(acts).filter((name): name is keyof typeof acts & Verb => 'role' in actOf(name as never))

function refusalOf(act: () => unknown): string | null {
  try {
    act()
    return null
  } catch (error) {
    const { code, field } = error as { code: string; field?: string }
    return field === undefined ? code : `${code} ${field}`
  }
}

const member = (role: (typeof memberRoles)[number], ageMs = 0) => ({
  session: { userId: ids.userId, authenticatedAt: new Date(now().getTime() - ageMs) },
  organisation: { id: ids.organisationId, role },
  mode: 'test' as const,
})

describe.each(memberRoles)('as %s', role => {
  test.each(orgActs)('%s: only what the role allows', verb => {
    const { role: wanted, keyOnly } = actOf(verb)
    const refused = refusalOf(() => actAs(member(role), verb))
    expect(refused).toBe(may(role, wanted) && !keyOnly ? null : `not_allowed ${wanted}`)
  })
})

test.each(orgActs.filter(name => !actOf(name).keyOnly))(
  '%s: an old password is refused where the act requires a fresh one',
  act => {
    const refused = refusalOf(() => actAs(member('owner', freshMs + 60_000), act))
    expect(refused).toBe(actOf(act).freshPassword === 'always' ? 'reauthentication_required' : null)
  },
)

const key = (scopes: typeof apiScopes | []) => ({
  ...ids,
  keyId: 'key',
  mode: 'live' as const,
  scopes,
})

test.each(apiScopes)('a key with %s only does what this scope is for, and nothing else', scope => {
  const identity = { ...key([]), scopes: [scope] }
  for (const verb of orgActs) {
    const { scope: wanted } = actOf(verb)
    const isAllowed = wanted !== undefined && hasScope([scope], wanted)
    expect(refusalOf(() => actAsKey(identity, verb as never)) === null, verb).toBe(isAllowed)
  }
})

test('a member reaches both modes by id, a key only its own', () => {
  expect(reachOf(actAs(member('owner'), 'link.read'))).toEqual({ organisationId: 'organisation' })
  const actor = actAsKey(key(apiScopes), 'link.read')
  expect(reachOf(actor)).toEqual({ organisationId: 'organisation', mode: 'live' })
  expect(ordersOf(actor)).toEqual({ ownerId: 'organisation', mode: 'live' })
})

test('no other code makes an actor, or changes its verb', () => {
  const files = globSync('{app,lib}/**/*.{ts,tsx}').filter(file => !/\.test\.|merchant\/actor\.ts$/.test(file))
  const making = files.filter(file =>
    /via: '(member|key)',|\.\.\.(?:actor|who),[^}]*\b(verb|via)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(making).toEqual([])
})
