import { tones } from '#components/ui/card.tsx'
import { type BuiltInCategory, isBuiltInCategory, topOf } from '#lib/domain/accounts/category.ts'
import type { CategoryView } from '#lib/views/category.ts'
import { useOwnCategories } from './account-names.tsx'
import sprite from './category-icons.svg'

const { src: drawings }: { src: string } = sprite

/** An icon from category-icons.svg, which scripts/build/category-icons.ts generates. */
export function CategoryGlyph({ name }: { name: BuiltInCategory | `own-${CategoryView['icon']}` }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true" focusable="false">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}

type CategoryMarkProps = {
  category: string
  /** The person's own categories. */
  own: readonly CategoryView[]
  moneyIn?: boolean
}

/** Decorative: the category's name is next to it. Without hooks, for long lists. */
export function CategoryMark({ category, own, moneyIn = false }: CategoryMarkProps) {
  const builtIn = isBuiltInCategory(category)
  const mine = builtIn ? undefined : own.find(({ id }) => id === category)
  const look = mine ? tones[mine.tone] : moneyIn ? 'bg-positive-tint text-positive' : 'bg-sunken text-soft'
  return (
    <span aria-hidden="true" className={`grid size-10 shrink-0 place-items-center rounded-xl ${look}`}>
      <CategoryGlyph name={builtIn ? topOf(category) : `own-${mine?.icon ?? 'tag'}`} />
    </span>
  )
}

export function CategoryIcon({ category }: { category: string }) {
  return <CategoryMark category={category} own={useOwnCategories()} />
}
