/** Keyboard shortcuts: single keys, or `g` followed by another key. */

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

/** The pages of shortcuts that open one. */
export const shortcutPages: Partial<Record<ShortcutAct, string>> = {
  send: '/transfers/new',
  home: '/home',
  connections: '/connections',
  transactions: '/transactions',
  transfers: '/transfers',
  insights: '/insights',
  settings: '/settings',
}

/** The second key of a pair must follow within this many milliseconds; later it counts as a first key. */
const pairMs = 1_500

/** The first key of a pair that was pressed, and when; null: none. */
export type Pressed = { readonly key: string; readonly atMs: number } | null

/** The result of a key, given the previous one: an act, or the beginning of a pair. Letter case is ignored. */
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
