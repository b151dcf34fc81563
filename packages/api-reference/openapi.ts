import { z } from 'zod'
import type { Schema } from './render-reference.ts'

/** An OpenAPI 3.1 document from the schemas that parse and validate: of our API v1, of the bank's interfaces and of its desk. */

export type Json = Readonly<Record<string, unknown>>

/** An answer as it is shown. A schema whose metadata has an `id` is a component of every document that refers to it. */
export const examples = z.registry<{ readonly example: z.$output }>()

/** The schemas of one document. */
export class Schemas {
  readonly #named = new Map<string, Schema>()

  /** A reference to a component, or the schema itself. */
  refer(schema: z.ZodType, io: 'input' | 'output' = 'output'): Schema {
    const { $schema: _, $defs = {}, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    for (const [name, inner] of Object.entries($defs)) this.#named.set(name, plain(inner))
    if (whole.id === undefined) return plain(whole)
    this.#named.set(whole.id, plain(whole))
    return { $ref: `#/components/schemas/${whole.id}` }
  }

  /** The members of an object as parameters. */
  parameters(schema: z.ZodType, where: 'path' | 'query') {
    const { properties = {}, required = [] } = this.refer(schema, 'input')
    return Object.entries(properties).map(([name, { description, ...inner }]) => {
      const isRequired = where === 'path' || required.includes(name)
      return { name, in: where, required: isRequired, description, schema: inner }
    })
  }

  /** Of everything that was referred to, by name. */
  components(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#named].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
}

function plain({ id: _, ...schema }: z.core.JSONSchema.BaseSchema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Operations by path and method, in the order of their table. */
export function pathsOf<Route extends { readonly path: string; readonly method: string }, Described>(
  routes: readonly Route[],
  describe: (route: Route) => Described,
): Readonly<Record<string, Readonly<Record<string, Described>>>> {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, here]) => [
      path,
      Object.fromEntries(here.map(route => [route.method.toLowerCase(), describe(route)])),
    ]),
  )
}
