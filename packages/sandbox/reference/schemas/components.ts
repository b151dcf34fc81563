import { z } from 'zod'

/** Names a schema as a component of the OpenAPI documents. */
export function component<T extends z.ZodType>(id: string, description: string, schema: T): T {
  z.globalRegistry.add(schema, { id, description })
  return schema
}
