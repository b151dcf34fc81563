import { outcomes } from '@guichet/sandbox/store/journey.ts'
import { describe, expect, test } from 'vitest'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { rowsOf } from '#testing/rows.ts'
import {
  eventOfCallbackError,
  exchangeLimitMs,
  type FlowEnd,
  flowLifeMs,
  type LinkEvent,
  type LinkStatus,
  linkEvents,
  linkStatuses,
  nextFlow,
  quarantineMs,
  visitorOf,
} from './link.ts'

/** Every transition; all other pairs must be refused. */
const edges: readonly [LinkStatus, LinkEvent, LinkStatus, FlowEnd['failure']][] = rowsOf<
  [LinkStatus, LinkEvent, LinkStatus, FlowEnd['failure']]
>(import.meta.url, 'link-transitions')

const cases = linkStatuses.flatMap(status => linkEvents.map(event => [status, event] as const))

describe('nextFlow', () => {
  test.each(cases)('%s × %s', (from, event) => {
    const edge = edges.find(([status, happens]) => status === from && happens === event)
    expect(nextFlow(from, event)).toEqual(edge ? { status: edge[2], failure: edge[3] } : null)
  })

  test('C5: a second code has no transition, whatever the outcome of the first', () => {
    for (const status of linkStatuses.filter(other => other !== 'redirected')) {
      expect(nextFlow(status, 'code_received')).toBeNull()
    }
  })

  test('a failure is named exactly when the link flow failed or was revoked', () => {
    for (const [status, event] of cases) {
      const end = nextFlow(status, event)
      if (end) expect(end.failure !== null).toBe(end.status === 'failed' || end.status === 'revoked')
      if (end?.failure) expect(linkFailures).toContain(end.failure)
    }
  })
})

test('C9: the browser of the initiator, of nobody, or of another user', () => {
  expect(visitorOf('u1', null)).toBe('none')
  expect(visitorOf('u1', { userId: 'u1' })).toBe('own')
  expect(visitorOf('u1', { userId: 'u2' })).toBe('other')
})

test.each(rowsOf<[string, string | null, string]>(import.meta.url, 'callback-errors'))(
  'error %s with %s means %s',
  (error, description, event) => {
    expect(eventOfCallbackError(error, description)).toBe(event)
  },
)

test('every way in which the sandbox bank ends an authorisation has an outcome of its own', () => {
  const refusals = outcomes.filter(outcome => outcome !== 'approved')
  const endings = refusals.map(outcome => eventOfCallbackError('access_denied', outcome))
  expect(new Set(endings).size).toBe(refusals.length)
  expect(endings).not.toContain('not_agreed')
  expect(endings.filter(ending => ending === 'refused_by_person')).toHaveLength(1)
})

test('a flow lives for ten minutes, its quarantine for fifteen, an exchange for one', () => {
  expect([flowLifeMs, quarantineMs, exchangeLimitMs]).toEqual([600_000, 900_000, 60_000])
})
