import { z } from 'zod'

/** The named schemas, which become components of the OpenAPI documents. */
export const components = z.registry<{ id: string; description?: string }>()

/** Names a schema as a component. Throws if the name is in use. */
export function component<T extends z.ZodType>(id: string, description: string, schema: T): T {
  components.add(schema, { id, description })
  return schema
}

/** The name and description of a schema. Throws if it has none. */
export function nameOf(schema: z.ZodType): { id: string; description?: string } {
  const named = components.get(schema)
  if (!named) throw new Error('a schema of the reference has no name')
  return named
}
