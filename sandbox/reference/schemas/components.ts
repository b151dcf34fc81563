import { z } from 'zod'

/** The schemas that the documents name: each becomes a component of the OpenAPI documents. */
export const components = z.registry<{ id: string; description?: string }>()

/** Names a schema as a component. Throws when the name is taken. */
export function component<T extends z.ZodType>(id: string, description: string, schema: T): T {
  components.add(schema, { id, description })
  return schema
}

/** The name and description of a schema. Throws for one without. */
export function nameOf(schema: z.ZodType): { id: string; description?: string } {
  const named = components.get(schema)
  if (!named) throw new Error('a schema of the reference has no name')
  return named
}
