import { describe, expect, test } from 'vitest'
import {
  type ApiVersion,
  apiVersions,
  bringForward,
  newestVersion,
  payloadIn,
  takeBack,
  versionDates,
  versionOf,
} from './versions.ts'

describe('the table', () => {
  test('has days in order, each once, and the newest last', () => {
    expect(versionDates).toEqual([...new Set(versionDates)].toSorted())
    for (const date of versionDates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
    expect(newestVersion).toBe(versionDates.at(-1))
  })

  test('says in both languages what changed', () => {
    for (const { changes } of apiVersions) {
      expect(changes.length).toBeGreaterThan(0)
      for (const { en, fr } of changes) for (const text of [en, fr]) expect(text).toMatch(/^\p{Lu}.*\.$/su)
    }
  })
})

test.each([
  [null, '2026-01-01'],
  ['2026-02-01', '2026-02-01'],
  [' 2026-02-01 ', '2026-02-01'],
  ['2026-01-01', '2026-01-01'],
  ['2026-02-02', null],
  ['2999-01-01', null],
  ['latest', null],
  ['', null],
])('with %j in the header, a request has the version %j', (header, version) => {
  expect(versionOf(header, '2026-01-01', ['2026-01-01', '2026-02-01'])).toBe(version)
})

/** Three invented versions: a member is renamed, then split; another operation changes on its own. */
const member = (value: unknown, name: string) => (value instanceof Object ? Reflect.get(value, name) : undefined)
const versions: readonly ApiVersion[] = [
  { date: '2026-01-01', changes: [{ en: 'First.', fr: 'Première.', operations: [] }] },
  {
    date: '2026-02-01',
    changes: [
      {
        en: 'Renamed.',
        fr: 'Renommé.',
        operations: ['createRefund', 'readRefund'],
        forward: ({ query, body }) => ({ query, body: { person: member(body, 'name') } }),
        back: answer => ({ name: member(answer, 'person') }),
        events: ['refund.created'],
        backData: data => ({ name: member(data, 'person') }),
      },
    ],
  },
  {
    date: '2026-03-01',
    changes: [
      {
        en: 'Split.',
        fr: 'Scindé.',
        operations: ['createRefund', 'readRefund'],
        forward: ({ query, body }) => {
          const [first, last] = String(member(body, 'person')).split(' ')
          return { query, body: { first, last } }
        },
        back: answer => ({ person: `${member(answer, 'first')} ${member(answer, 'last')}` }),
        events: ['refund.created', 'refund.executed'],
        backData: data => ({ person: `${member(data, 'first')} ${member(data, 'last')}` }),
      },
      {
        en: 'A parameter has another name.',
        fr: 'Un paramètre a un autre nom.',
        operations: ['listRefunds'],
        forward: ({ query, body }) => ({ query: { payment_id: member(query, 'payment') }, body }),
      },
    ],
  },
]

describe('a request and its answer are translated through every later version', () => {
  test.each([
    ['2026-01-01', { name: 'Ada Byron' }],
    ['2026-02-01', { person: 'Ada Byron' }],
    ['2026-03-01', { first: 'Ada', last: 'Byron' }],
  ])('of %s: %j', (version, body) => {
    const newest = { first: 'Ada', last: 'Byron' }
    expect(bringForward(version, 'createRefund', { query: undefined, body }, versions).body).toEqual(newest)
    expect(takeBack(version, 'readRefund', newest, versions)).toEqual(body)
  })

  test('which leave other operations alone, and what they say nothing about', () => {
    const sent = { query: { payment: '1' }, body: undefined }
    expect(bringForward('2026-01-01', 'listPayments', sent, versions)).toBe(sent)
    expect(bringForward('2026-02-01', 'listRefunds', sent, versions)).toEqual({
      query: { payment_id: '1' },
      body: undefined,
    })
    expect(takeBack('2026-01-01', 'listRefunds', sent, versions)).toBe(sent)
  })
})

describe('an event is translated back from the version it was written in', () => {
  const stored = (data: object, version: string, type = 'refund.created') => ({
    type,
    version,
    payload: JSON.stringify({ type, timestamp: '2026-03-02T09:30:00.000Z', sequence: 1, data }),
  })
  const newest = stored({ first: 'Ada', last: 'Byron' }, '2026-03-01')

  test.each([
    ['2026-01-01', { name: 'Ada Byron' }],
    ['2026-02-01', { person: 'Ada Byron' }],
    ['2026-03-01', { first: 'Ada', last: 'Byron' }],
  ])('for an endpoint of %s: %j', (version, data) => {
    const event = JSON.parse(payloadIn(version, newest, versions))
    expect(event).toEqual({ ...JSON.parse(newest.payload), data })
  })

  test('only through the versions between the two', () => {
    const before = stored({ person: 'Ada Byron' }, '2026-02-01')
    expect(JSON.parse(payloadIn('2026-01-01', before, versions)).data).toEqual({ name: 'Ada Byron' })
    expect(payloadIn('2026-03-01', before, versions)).toBe(before.payload)
  })

  test('and other types are left as they are, to the byte', () => {
    const other = stored({ first: 'Ada' }, '2026-03-01', 'payment.executed')
    expect(payloadIn('2026-01-01', other, versions)).toBe(other.payload)
  })
})

test('the newest version is translated by nothing', () => {
  const sent = { query: {}, body: {} }
  expect(bringForward(newestVersion, 'createRefund', sent)).toBe(sent)
  expect(takeBack(newestVersion, 'createRefund', sent)).toBe(sent)
})
