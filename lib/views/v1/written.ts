import { z } from 'zod'

type CamelName<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelName<Rest>>}` : Name
/** What a service returns for a value of the API: the same members in camel case. */
export type Camel<Value> = Value extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as CamelName<Name>]: Camel<Value[Name]> }
    : Value

const camelName = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The members of a schema, and no others, from a view's members in camel case. */
export function written<Schema extends z.core.$ZodType>(schema: Schema, view: Camel<z.output<Schema>>): z.output<Schema>
export function written(schema: z.core.$ZodType, view: unknown): unknown {
  if (view === null) return null
  if (schema instanceof z.ZodNullable) return written(schema.unwrap(), view)
  if (schema instanceof z.ZodArray && Array.isArray(view)) return view.map(item => written(schema.element, item))
  if (!(schema instanceof z.ZodObject) || !(view instanceof Object)) return view
  const members = Object.entries(schema.shape).map(([name, member]) => [
    name,
    written(member, Reflect.get(view, camelName(name))),
  ])
  return Object.fromEntries(members)
}
