/** Keys that lead somewhere without the mouse: one alone, or `g` and one more. */

export const shortcuts = [
  { keys: ['/'], act: 'search' },
  { keys: ['?'], act: 'help' },
  { keys: ['n'], act: 'send' },
  { keys: ['g', 'h'], act: 'home' },
  { keys: ['g', 'a'], act: 'connections' },
  { keys: ['g', 't'], act: 'transactions' },
  { keys: ['g', 'p'], act: 'transfers' },
  { keys: ['g', 'i'], act: 'insights' },
  { keys: ['g', 's'], act: 'settings' },
] as const
export type ShortcutAct = (typeof shortcuts)[number]['act']

/** Where those lead that are a page. */
export const shortcutPages: Partial<Record<ShortcutAct, string>> = {
  send: '/transfers/new',
  home: '/home',
  connections: '/connections',
  transactions: '/transactions',
  transfers: '/transfers',
  insights: '/insights',
  settings: '/settings',
}

/** The second key comes within so many milliseconds of the first, or is the first of something else. */
const pairMs = 1_500

/** The first key of a pair that was pressed, and when; null: none. */
export type Pressed = { readonly key: string; readonly atMs: number } | null

/** What a key does after those before it: an act, or the beginning of a pair. Letters count in either case. */
export function pressKey(
  before: Pressed,
  key: string,
  atMs: number,
): { readonly pressed: Pressed; readonly act: ShortcutAct | null } {
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (before && atMs - before.atMs <= pairMs) {
    const pair = shortcuts.find(({ keys: [first, second] }) => first === before.key && second === letter)
    if (pair) return { pressed: null, act: pair.act }
  }
  const single = shortcuts.find(({ keys }) => keys.length === 1 && keys[0] === letter)
  if (single) return { pressed: null, act: single.act }
  const begins = shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === letter)
  return { pressed: begins ? { key: letter, atMs } : null, act: null }
}

type Key = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'repeat' | 'defaultPrevented'>

/** A key that belongs to the browser, the system or a word being composed is none of ours. */
export function isPlainKey(event: Key): boolean {
  const { altKey, ctrlKey, metaKey, isComposing, repeat, defaultPrevented } = event
  return !(altKey || ctrlKey || metaKey || isComposing || repeat || defaultPrevented)
}

/** Ctrl-K, or ⌘K: with nothing else held. Works in a field too, where neither writes anything. */
export function isPaletteKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

/** What takes letters for itself: whoever types there writes words, not shortcuts. */
export const typingPlaces =
  'input,textarea,select,[contenteditable]:not([contenteditable="false"]),[role=textbox],[role=combobox],[role=listbox]'
