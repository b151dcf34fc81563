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
  'owner',
  'other',
  'to_file',
] as const
export type BuiltInCategory = (typeof builtInCategories)[number]

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

/** Neither income nor spending. */
export const neutral: ReadonlySet<string> = new Set(['savings', 'owner'] satisfies BuiltInCategory[])

export function isBuiltInCategory(name: string): name is BuiltInCategory {
  return (builtInCategories as readonly string[]).includes(name)
}
