import { foldText } from '@guichet/values/text/clean.ts'
import type { IconName } from '#components/ui/icon.tsx'
import { isRefused, openDay } from '#lib/domain/accounts/open-line.ts'
import type { TransactionView } from '#lib/views/banking.ts'

/** An entry of the palette: a name, an optional second line, and its action. */
export type PaletteItem = {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  readonly detail?: string | undefined
  /** Further search words. */
  readonly also?: string | undefined
  readonly run: () => void
}

export type PaletteGroup = { readonly value: string; readonly items: readonly PaletteItem[] }

/** Maximum number of entries per group. */
const groupLimit = 6

/**
 * The entries of each group in which every word of the query begins a word, in any order, ignoring case and accents. Without a
 * query: all entries of groups named by `whole`, and the first six of the others.
 */
export function findItems(
  groups: readonly PaletteGroup[],
  query: string,
  whole: ReadonlySet<string> = new Set(),
): PaletteGroup[] {
  const words = foldText(query).split(' ').filter(Boolean)
  return groups.flatMap(group => {
    const found = group.items.filter(item => holds(item, words))
    const items = whole.has(group.value) ? found : found.slice(0, groupLimit)
    return items.length > 0 ? [{ ...group, items }] : []
  })
}

function holds({ label, detail = '', also = '' }: PaletteItem, words: readonly string[]): boolean {
  const text = ` ${foldText(`${label} ${detail} ${also}`).replace(/[’'-]/g, ' ')}`
  return words.every(word => text.includes(` ${word}`))
}

/** As lists show it: its day, and its state unless it is booked. */
export function tellLine(line: TransactionView): { day: string; state: 'refused' | 'open' | null } {
  if (line.booked) return { day: line.day, state: null }
  return { day: openDay(line) ?? line.day, state: isRefused(line) ? 'refused' : 'open' }
}
