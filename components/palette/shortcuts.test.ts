import { describe, expect, test } from 'vitest'
import { isPaletteKey, isPlainKey } from './keys.ts'
import { type Pressed, pressKey, type ShortcutAct, shortcuts } from './shortcuts.ts'

/** The result of a sequence of keys, half a second apart. */
function press(...keys: string[]): (ShortcutAct | null)[] {
  let before: Pressed = null
  return keys.map((key, at) => {
    const { pressed, act } = pressKey(before, key, at * 500)
    before = pressed
    return act
  })
}

describe('keys', () => {
  test.each(shortcuts)('$keys: $act', ({ keys, act }) => {
    expect(press(...keys)).toEqual([...keys.slice(1).map(() => null), act])
  })

  test('are unambiguous: none is the beginning of another', () => {
    const texts = shortcuts.map(({ keys }) => keys.join(' '))
    expect(new Set(texts).size).toBe(texts.length)
    for (const { keys } of shortcuts) expect(texts).not.toContain(keys.length > 1 ? keys[0] : '')
  })

  test.each([
    ['g g h', '- - home'],
    ['G H', '- home'],
    ['h x Enter', '- - -'],
    ['g n', '- send'],
    ['g x h', '- - -'],
    ['g Shift h', '- - -'],
  ])('%s: %s', (keys, acts) => {
    expect(press(...keys.split(' ')).map(act => act ?? '-')).toEqual(acts.split(' '))
  })

  test('a pair is a pair for a second and a half', () => {
    const { pressed } = pressKey(null, 'g', 0)
    expect(pressKey(pressed, 'h', 1_500).act).toBe('home')
    expect(pressKey(pressed, 'h', 1_501).act).toBeNull()
  })
})

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isComposing: false, repeat: false }

test.each(['altKey', 'ctrlKey', 'metaKey', 'isComposing', 'repeat', 'defaultPrevented'])(
  'with %s it is none of ours',
  key => {
    expect(isPlainKey({ ...none, defaultPrevented: false })).toBe(true)
    expect(isPlainKey({ ...none, defaultPrevented: false, [key]: true })).toBe(false)
  },
)

test.each([
  ['k', { ctrlKey: true }, true],
  ['K', { metaKey: true }, true],
  ['k', {}, false],
  ['k', { ctrlKey: true, metaKey: true }, false],
  ['k', { ctrlKey: true, shiftKey: true }, false],
  ['k', { ctrlKey: true, altKey: true }, false],
  ['j', { ctrlKey: true }, false],
])('%s with %j opens the palette: %s', (key, held, opens) => {
  expect(isPaletteKey({ ...none, key, ...held } as KeyboardEvent)).toBe(opens)
})
