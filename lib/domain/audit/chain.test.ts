import { describe, expect, test } from 'vitest'
import { type ChainedEvent, checkEvents, checkHead, digestHeads, digestOf, hashOfEvent } from './chain.ts'

/** A chain of that many events of one stream, as the database creates it. */
function chainOf(length: number): ChainedEvent[] {
  const events: ChainedEvent[] = []
  for (let seq = 1; seq <= length; seq++) {
    const bare: ChainedEvent = {
      id: String(seq),
      stream: 'user:1',
      seq,
      at: '2026-11-21T08:00:00.000Z',
      action: 'session.opened',
      userId: '1',
      detail: `{"é": ${seq}}`,
      ip: null,
      requestId: 'r',
      bankRequestId: null,
      salt: `s${seq}`,
      digest: '',
      prevHash: events.at(-1)?.hash ?? '',
      hash: '',
      erased: false,
    }
    const digested = { ...bare, digest: digestOf(bare) }
    events.push({ ...digested, hash: hashOfEvent(digested) })
  }
  return events
}

const faultsOf = (events: readonly ChainedEvent[]) =>
  checkEvents(events, null).breaks.map(({ seq, fault }) => [seq, fault])

describe('the chain of the audit trail (C49)', () => {
  test('a whole one has no breaks, read at once or in parts', () => {
    const chain = chainOf(5)
    expect(faultsOf(chain)).toEqual([])
    const first = checkEvents(chain.slice(0, 2), null)
    expect(checkEvents(chain.slice(2), first.position)).toEqual({
      position: { seq: 5, hash: chain[4]?.hash },
      breaks: [],
    })
  })

  test('an event with erased details is still verified', () => {
    const chain = chainOf(3).map(event =>
      event.seq === 2 ? { ...event, stream: 'erased:9', userId: null, detail: null, salt: null, erased: true } : event,
    )
    expect(faultsOf(chain)).toEqual([])
  })

  const members = ['userId', 'detail', 'ip', 'requestId', 'bankRequestId', 'salt', 'stream'] as const
  test.each(members)('%s changed: detected', member => {
    const chain = chainOf(3)
    expect(faultsOf(chain.map(event => (event.seq === 2 ? { ...event, [member]: 'x' } : event)))).toEqual([
      [2, 'digest'],
    ])
  })

  test.each(['at', 'action'] as const)('%s changed: detected, also of an erased one', member => {
    const chain = chainOf(3).map(event => ({ ...event, erased: true }))
    expect(faultsOf(chain.map(event => (event.seq === 2 ? { ...event, [member]: 'x' } : event)))).toEqual([[2, 'hash']])
  })

  test('a removed event, two swapped ones, and one recreated with its own hash are detected', () => {
    const chain = chainOf(4)
    expect(faultsOf(chain.filter(({ seq }) => seq !== 2))[0]).toEqual([3, 'missing'])
    const [one, two, three, four] = chain as [ChainedEvent, ChainedEvent, ChainedEvent, ChainedEvent]
    expect(faultsOf([one, three, two, four])[0]).toEqual([3, 'missing'])
    const changed = { ...two, detail: '{}' }
    const digested = { ...changed, digest: digestOf(changed) }
    expect(faultsOf([one, { ...digested, hash: hashOfEvent(digested) }, three, four])).toEqual([[3, 'link']])
  })

  test('a truncated end is detected by the head', () => {
    const chain = chainOf(3)
    const head = { stream: 'user:1', seq: 3, hash: chain[2]?.hash ?? '' }
    expect(checkHead(head, checkEvents(chain, null).position)).toBeNull()
    expect(checkHead(head, checkEvents(chain.slice(0, 2), null).position)).toMatchObject({ fault: 'head', seq: 3 })
    expect(checkHead(head, null)).toEqual({ stream: 'user:1', seq: 3, eventId: null, fault: 'head' })
    expect(checkHead({ stream: 'user:1', seq: 0, hash: '' }, null)).toBeNull()
  })

  test('moving text between fields changes the hash', () => {
    const [event] = chainOf(1) as [ChainedEvent]
    expect(digestOf({ ...event, ip: 'ab', requestId: 'c' })).not.toBe(digestOf({ ...event, ip: 'a', requestId: 'bc' }))
    expect(digestOf({ ...event, ip: null })).not.toBe(digestOf({ ...event, ip: '' }))
  })

  test('all heads have one digest, whatever their order', () => {
    const heads = [
      { stream: 'b', seq: 1, hash: '1' },
      { stream: 'a', seq: 2, hash: '2' },
    ]
    expect(digestHeads(heads)).toBe(digestHeads([...heads].reverse()))
    expect(digestHeads(heads)).not.toBe(digestHeads(heads.slice(1)))
    const [first = { stream: '', seq: 0, hash: '' }, ...others] = heads
    for (const change of [{ stream: 'c' }, { seq: 3 }, { hash: '3' }])
      expect(digestHeads([{ ...first, ...change }, ...others])).not.toBe(digestHeads(heads))
  })
})
