import type { IconName } from '#components/ui/icon.tsx'
import { foldText } from '#lib/domain/text/clean.ts'

/** What a palette offers: a name, perhaps a second line, and what happens when it is chosen. */
export type PaletteItem = {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  readonly detail?: string | undefined
  /** Other words it is found by. */
  readonly also?: string | undefined
  readonly run: () => void
}

export type PaletteGroup = { readonly value: string; readonly items: readonly PaletteItem[] }

/** Of one group; who wants more writes more. */
const groupLimit = 6

/**
 * Of each group the items that hold every word of the query, in any order, at the beginning of a word of theirs; without regard to
 * case and accents. Without a query all of a group that `whole` names, and the first six of the others.
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
