import { z } from 'zod'
import type { InterfaceDocument } from './documents.ts'
import { answerExample, requestExample } from './examples.ts'
import type { AnswerShape, Operation, Parameter } from './operation.ts'
import { components, nameOf } from './schemas/components.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of one interface. `servers` are the addresses of the banks. */
export function buildOpenApi(
  document: InterfaceDocument,
  servers: readonly { url: string; description: string }[],
): Json {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: document.title, version: document.version, description: document.description },
    servers,
    security: [{ mutualTls: [] }],
    paths: describePaths(document),
    components: {
      schemas: readSchemas(document),
      securitySchemes: {
        mutualTls: { type: 'mutualTLS', description: 'The QWAC of the TPP (D17)' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of the token call' },
      },
    },
  }
}

function describePaths(document: InterfaceDocument): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const operation of document.operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describeOperation(operation) }
  }
  return paths
}

/** Security of an operation if it differs from the document's. */
const securityOf = { browser: [], bearer: [{ mutualTls: [], bearer: [] }], certificate: undefined } as const

function describeOperation(operation: Operation): Json {
  const { id, summary, source, scope, parameters, body, answers } = operation
  return {
    operationId: id,
    summary,
    description: `Source: ${source}.${scope === undefined ? '' : ` Scope: ${scope}.`}`,
    security: securityOf[operation.authorization],
    // OpenAPI 3.1 § 4.8.12.1: a header parameter named Authorization is ignored; use `security`.
    parameters: parameters.filter(({ name }) => name !== 'Authorization').map(describeParameter),
    requestBody: body && {
      required: true,
      content: { [body.type]: { schema: referTo(body.schema), ...requestExample(id) } },
    },
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, shape]) => [status, describeAnswer(Number(status), shape, operation)]),
    ),
  }
}

function describeParameter({ name, in: location, required, description, pattern }: Parameter): Json {
  return { name, in: location, required, description, schema: { type: 'string', pattern } }
}

function describeAnswer(status: number, { means, headers, schema }: AnswerShape, operation: Operation): Json {
  const always = operation.path.includes('/oauth/') ? headers : ['X-Request-ID', ...headers]
  return {
    description: means,
    ...(always.length > 0
      ? { headers: Object.fromEntries(always.map(name => [name, { schema: { type: 'string' } }])) }
      : {}),
    content: schema ? contentOf(status, schema, operation) : undefined,
  }
}

function contentOf(status: number, schema: z.ZodType, { id, path }: Operation): Json {
  const media = { schema: referTo(schema), ...answerExample(id, status) }
  const isHal = status < 300 && /\/psd2\/v/.test(path)
  return { ...(isHal ? { 'application/hal+json': media } : {}), 'application/json': media }
}

function referTo(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${nameOf(schema).id}` }
}

/** The schemas of one interface as JSON Schema, by name. */
function readSchemas(document: InterfaceDocument): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(components, {
    uri: id => `#/components/schemas/${id}`,
    metadata: components,
    unrepresentable: 'any',
  })
  const plain = Object.entries(schemas).map(([id, { $schema: _, $id: __, id: ___, ...schema }]) => [id, schema])
  return pickReached(describePaths(document), Object.fromEntries(plain))
}

/** The schemas that a document references, directly or indirectly. */
function pickReached(paths: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const reached = new Map<string, unknown>()
  const visit = (part: unknown) => {
    for (const [, id = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(id)) continue
      reached.set(id, schemas[id])
      visit(schemas[id])
    }
  }
  visit(paths)
  return Object.fromEntries([...reached].sort(([one], [other]) => (one < other ? -1 : 1)))
}
