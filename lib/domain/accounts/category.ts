/** What money was spent on. A means of payment is no purpose: without more the category is `to_file`. */
export const builtInCategories = [
  'salary',
  'benefits',
  'other_income',
  'housing',
  'energy',
  'telecom',
  'groceries',
  'restaurant',
  'transport',
  'fuel',
  'public_transport',
  'parking',
  'taxi',
  'travel',
  'health',
  'pharmacy',
  'doctor',
  'insurance',
  'children',
  'leisure',
  'streaming',
  'sport',
  'shopping',
  'donation',
  'tax',
  'loan',
  'savings',
  'cash',
  'fee',
  'interest',
  'refund',
  'incident',
  // Of a business.
  'sales',
  'suppliers',
  'wages',
  'social_charges',
  'vat',
  'other',
  'to_file',
] as const
export type BuiltInCategory = (typeof builtInCategories)[number]

/** Those that are a part of another: one level below it, with its icon, in its sums and behind its filter. */
const partsOf = {
  transport: ['fuel', 'public_transport', 'parking', 'taxi'],
  health: ['pharmacy', 'doctor'],
  leisure: ['streaming', 'sport'],
} as const
export type SubCategory = (typeof partsOf)[keyof typeof partsOf][number]

export const categoryIcons = [
  'tag',
  'star',
  'heart',
  'home',
  'car',
  'bike',
  'plane',
  'book',
  'music',
  'gift',
  'baby',
  'dog',
  'tree',
  'tools',
  'work',
  'piggy',
] as const
export const categoryTones = ['neutral', 'brand', 'info', 'success', 'warning', 'danger'] as const

export const incomeOnly: ReadonlySet<BuiltInCategory> = new Set(['salary', 'benefits'])

export function isBuiltInCategory(name: string): name is BuiltInCategory {
  return (builtInCategories as readonly string[]).includes(name)
}

const tops = new Map<string, BuiltInCategory>(
  Object.entries(partsOf).flatMap(([top, parts]) =>
    isBuiltInCategory(top) ? parts.map(part => [part, top] as const) : [],
  ),
)

/** The category that it is a part of, or itself. */
export function topOf<Category extends string>(category: Category): Category | BuiltInCategory {
  return tops.get(category) ?? category
}

/** With those that are a part of it. */
export function withSubs(category: string): string[] {
  return [category, ...[...tops].flatMap(([sub, top]) => (top === category ? [sub] : []))]
}
