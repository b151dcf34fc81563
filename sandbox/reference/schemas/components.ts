import { z } from 'zod'

/** The schemas that the documents name: each becomes a component of the OpenAPI documents. */
export const components = z.registry<{ id: string; description?: string }>()

/** Names a schema as a component. Throws when the name is taken. */
export function component<T extends z.ZodType>(id: string, description: string, schema: T): T {
  components.add(schema, { id, description })
  return schema
}
