import { initialsOf } from '#lib/domain/accounts/initials.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { CategoryView } from '#lib/views/category.ts'
import { CategoryMark } from './category-icon.tsx'

/** A transaction's name in lists; `otherwise` is shown if the bank gave no label. */
export function LineName({ name, otherwise }: { name: string; otherwise: string }) {
  return <bdi>{name || otherwise}</bdi>
}

/** Categories whose icon does not tell the purpose. */
const vague: ReadonlySet<string> = new Set(['to_file', 'other', 'other_income'])

type LineMarkProps = {
  line: Pick<TransactionView, 'name' | 'category' | 'amount'>
  /** The person's own categories. */
  own: readonly CategoryView[]
}

/** Decorative mark before a name: the category's icon, or the counterparty's initials. Without hooks, for long lists. */
export function LineMark({ line: { name, category, amount }, own }: LineMarkProps) {
  const moneyIn = !amount.amount.startsWith('-')
  const initials = vague.has(category) ? initialsOf(name) : ''
  if (initials === '') return <CategoryMark category={category} own={own} moneyIn={moneyIn} />
  const look = moneyIn ? 'bg-positive-tint text-positive' : 'bg-sunken text-soft'
  return (
    <span
      aria-hidden="true"
      className={`grid size-10 shrink-0 place-items-center rounded-xl text-sm font-semibold ${look}`}
    >
      {initials}
    </span>
  )
}
