import { tones } from '#components/ui/card.tsx'
import { topOf } from '#lib/domain/accounts/sub-category.ts'
import type { CategoryView } from '#lib/views/category.ts'
import { useOwnCategories } from './account-names.tsx'
import sprite from './category-icons.svg'

const { src: drawings }: { src: string } = sprite

/** An icon from category-icons.svg, which scripts/build/category-icons.ts generates. */
export function CategoryGlyph({ name }: { name: string }) {
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
  const mine = own.find(({ id }) => id === category)
  // One of their own that is gone has an id for its name.
  const isGone = !mine && !/^[a-z_]+$/.test(category)
  const look = mine ? tones[mine.tone] : moneyIn ? 'bg-positive-tint text-positive' : 'bg-sunken text-soft'
  return (
    <span aria-hidden="true" className={`grid size-10 shrink-0 place-items-center rounded-xl ${look}`}>
      <CategoryGlyph name={mine || isGone ? `own-${mine?.icon ?? 'tag'}` : topOf(category)} />
    </span>
  )
}

export function CategoryIcon({ category }: { category: string }) {
  return <CategoryMark category={category} own={useOwnCategories()} />
}
