/** Categories that are a part of another: one level below it, with its icon, in its sums and behind its filter. */
const tops = {
  fuel: 'transport',
  public_transport: 'transport',
  parking: 'transport',
  taxi: 'transport',
  pharmacy: 'health',
  doctor: 'health',
  streaming: 'leisure',
  sport: 'leisure',
} as const
export type SubCategory = keyof typeof tops

const topsByName: ReadonlyMap<string, (typeof tops)[SubCategory]> = new Map(Object.entries(tops))

/** The category that it is a part of, or itself. */
export function topOf<Category extends string>(category: Category): Category | (typeof tops)[SubCategory] {
  return topsByName.get(category) ?? category
}

/** With those that are a part of it. */
export function withSubs(category: string): string[] {
  return [category, ...Object.entries(tops).flatMap(([sub, top]) => (top === category ? [sub] : []))]
}
