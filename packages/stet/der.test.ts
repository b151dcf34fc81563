import { describe, expect, test } from 'vitest'
import { childrenOf, firstElement, found, NotDer, only, readElements, timeOf, walkElements } from './der.ts'
import { der } from './write-der.ts'

const bytes = (...values: readonly number[]) => Buffer.from(values)
const time = (tag: number, text: string) => () => timeOf(firstElement(der(tag, Buffer.from(text, 'latin1'))))

describe('an element', () => {
  test.each([0, 1, 126, 127, 128, 129, 255, 256, 65_535, 65_536, 70_000])('of %i bytes', length => {
    const raw = der(0x04, Buffer.alloc(length, 7))
    const element = firstElement(Buffer.concat([raw, bytes(5, 0)]))
    expect([element.tag, element.content.length, element.raw.equals(raw)]).toEqual([4, length, true])
    expect(element.content.every(byte => byte === 7)).toBe(true)
  })

  test('a list of them, with their children', () => {
    const list = readElements(Buffer.concat([der(0x30, der(0x02, bytes(1)), der(0x04, bytes(2, 3))), der(0x05)]))
    expect(list.map(({ tag }) => tag)).toEqual([0x30, 0x05])
    expect(childrenOf(found(list[0])).map(({ tag, content }) => [tag, ...content])).toEqual([
      [2, 1],
      [4, 2, 3],
    ])
    expect(readElements(bytes())).toEqual([])
  })

  test.each([
    ['nothing', bytes()],
    ['a tag alone', bytes(0x04)],
    ['a tag of several bytes', bytes(0x1f, 0)],
    ['one that is constructed', bytes(0x3f, 0)],
    ['an indefinite length', bytes(0x30, 0x80, 0, 0)],
    ['a length without its byte', bytes(0x04, 0x81)],
    ['a length of four bytes', bytes(0x04, 0x84, 0, 0, 0, 1, 7)],
    ['less content than its length says', bytes(0x04, 2, 7)],
  ])('%s is none', (_, raw) => {
    expect(() => firstElement(raw)).toThrow(NotDer)
  })

  test('after others, it is cut off at the end of the bytes, not by its own length', () => {
    expect(() => readElements(bytes(0x04, 1, 7, 0x04, 2, 7))).toThrow(NotDer)
  })

  test('at most 10,000 in a list; walked without a limit', () => {
    const list = (count: number) => Buffer.alloc(count * 2, der(0x05))
    expect(readElements(list(10_000))).toHaveLength(10_000)
    expect(() => readElements(list(10_001))).toThrow(NotDer)
    expect([...walkElements(list(10_001))]).toHaveLength(10_001)
  })

  test('required, or required to be the only one', () => {
    const element = firstElement(der(0x05))
    expect(found(element)).toBe(element)
    expect(() => found(undefined)).toThrow(NotDer)
    expect(only([element])).toBe(element)
    for (const list of [[], [element, element]]) expect(() => only(list)).toThrow(NotDer)
  })
})

describe('a time', () => {
  test.each([
    [0x17, '261123160102Z', '2026-11-23T16:01:02.000Z'],
    [0x17, '491231235959Z', '2049-12-31T23:59:59.000Z'],
    [0x17, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [0x18, '20261123160102Z', '2026-11-23T16:01:02.000Z'],
    [0x18, '19491231235959Z', '1949-12-31T23:59:59.000Z'],
    [0x18, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
  ])('of tag %i: %s', (tag, text, at) => {
    expect(new Date(time(tag, text)()).toISOString()).toBe(at)
  })

  test.each([
    [0x04, '261123160102Z'],
    [0x17, '20261123160102Z'],
    [0x18, '261123160102Z'],
    [0x17, '261123160102'],
    [0x17, '261323160102Z'],
    [0x18, '20261123160102.5Z'],
    [0x18, '20261123160102Z0'],
    [0x18, 'x20261123160102Z'],
  ])('not with tag %i as %s', (tag, text) => {
    expect(time(tag, text)).toThrow(NotDer)
  })
})
