import { z } from 'zod'
import { permissionOf } from '#lib/domain/merchant/actor.ts'
import { type Operation, operations } from './operations.ts'
import { Problem } from './schemas.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the API v1, generated from the validating schemas. `server`: its origin. */
export function writeOpenapi(server: string): Json {
  const schemas: Json = {}
  schemaOf(Problem, 'output', schemas)
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const path = paths[operation.path] ?? {}
    path[operation.method] = describeOperation(name, operation, schemas)
    paths[operation.path] = path
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guichet API', version: '1.0.0', description },
    servers: [{ url: `${server}/api/v1` }],
    security: [{ key: [] }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map(name => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of yours: `gk_test_…`, `gk_live_…`.' },
      },
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    },
  }
}

const description =
  'Payments straight from a bank account. Requests carry a key as bearer token; every POST carries an Idempotency-Key: ' +
  'the same request with the same key gets the same answer for 24 hours. Failures are problems of RFC 9457.'

function describeOperation(operationId: string, operation: Operation, schemas: Json): Json {
  const { summary, tag, verb, query, body, status, answer, method, path } = operation
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter('path', name, { type: 'string' }, true)),
    ...(query ? queryParameters(query) : []),
    ...(method === 'post' ? [parameter('header', 'Idempotency-Key', { type: 'string', maxLength: 255 }, true)] : []),
  ]
  const content = answer ? { content: { 'application/json': { schema: schemaOf(answer, 'output', schemas) } } } : {}
  return {
    operationId,
    summary,
    tags: [tag],
    'x-scope': permissionOf(verb).scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, schemas) } : {}),
    responses: {
      [status]: { description: status === 204 ? 'Done' : 'The answer', ...content },
      default: {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function requestBody(body: z.ZodType, schemas: Json): Json {
  return { required: true, content: { 'application/json': { schema: schemaOf(body, 'input', schemas) } } }
}

function parameter(where: string, name: string, schema: unknown, required: boolean): Json {
  return { name, in: where, required, schema }
}

function queryParameters(query: z.ZodType): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => parameter('query', name, schema, required.includes(name)))
}

/** A schema as JSON Schema 2020-12; one with an id becomes a component. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): unknown {
  const { $schema: _, $defs = {}, ...whole } = z.toJSONSchema(schema, { io })
  for (const [name, definition] of Object.entries($defs)) schemas[name] = linked(definition)
  const { id, ...rest } = whole
  if (typeof id !== 'string') return linked(rest)
  schemas[id] = linked(rest)
  return { $ref: `#/components/schemas/${id}` }
}

/** Rewrites references from `#/$defs` to the components. */
function linked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(linked)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(name === 'id' && typeof inner === 'string'))
      .map(([name, inner]) =>
        name === '$ref' && typeof inner === 'string'
          ? [name, inner.replace('#/$defs/', '#/components/schemas/')]
          : [name, linked(inner)],
      ),
  )
}
