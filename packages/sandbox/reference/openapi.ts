import { pathsOf, Schemas } from '@guichet/api-reference/openapi.ts'
import type { Schema } from '@guichet/api-reference/render-reference.ts'
import members from '#sandbox/texts/members.json' with { type: 'json' }
import type { InterfaceDocument } from './documents.ts'
import { answerExample, requestExample } from './examples.ts'
import type { Operation } from './operation.ts'

const texts: Readonly<Record<string, readonly string[]>> = members

/** A description for each member that has none: one text a name, which the guided tour shows as well. */
function explainMembers(schema: Schema): Schema {
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(explainMember)) }),
    ...(items && { items: explainMembers(items) }),
    ...(anyOf && { anyOf: anyOf.map(explainMembers) }),
    ...(oneOf && { oneOf: oneOf.map(explainMembers) }),
  }
}

function explainMember([name, schema]: [string, Schema]): [string, Schema] {
  const [, description] = Object.hasOwn(texts, name) ? (texts[name] ?? []) : []
  return [name, description === undefined ? explainMembers(schema) : { description, ...explainMembers(schema) }]
}

/** The OpenAPI 3.1 document of one interface. `servers` are the addresses of the banks. */
export function buildOpenApi(
  document: InterfaceDocument,
  servers: readonly { readonly url: string; readonly description: string }[],
) {
  const schemas = new Schemas()
  const paths = pathsOf(document.operations, operation => describeOperation(operation, schemas))
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: document.title, version: document.version, description: document.description },
    servers,
    security: [{ mutualTls: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.components()).map(([name, schema]) => [name, explainMembers(schema)]),
      ),
      securitySchemes: {
        mutualTls: { type: 'mutualTLS', description: 'The QWAC of the TPP (D17)' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of the token call' },
      },
    },
  }
}

/** Security of an operation if it differs from the document's. */
const securityOf = { browser: [], bearer: [{ mutualTls: [], bearer: [] }], certificate: undefined } as const

function describeOperation({ id, summary, source, scope, path, ...operation }: Operation, schemas: Schemas) {
  const { parameters, body, answers, authorization } = operation
  const always = path.includes('/oauth/') ? [] : ['X-Request-ID']
  return {
    operationId: id,
    summary,
    description: `Source: ${source}.${scope === undefined ? '' : ` Scope: ${scope}.`}`,
    security: securityOf[authorization],
    // OpenAPI 3.1 § 4.8.12.1: a header parameter named Authorization is ignored; use `security`.
    parameters: parameters
      .filter(({ name }) => name !== 'Authorization')
      .map(({ pattern, ...parameter }) => ({ ...parameter, schema: { type: 'string', ...(pattern && { pattern }) } })),
    requestBody: body && {
      required: true,
      content: { [body.type]: { schema: explainMembers(schemas.refer(body.schema)), ...requestExample(id) } },
    },
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { means, headers, schema }]) => {
        const named = [...always, ...headers].map(name => [name, { schema: { type: 'string' } }])
        const isHal = Number(status) < 300 && /\/psd2\/v/.test(path)
        const types = [...(isHal ? ['application/hal+json'] : []), 'application/json']
        const media = schema && { schema: explainMembers(schemas.refer(schema)), ...answerExample(id, Number(status)) }
        const content = media && Object.fromEntries(types.map(type => [type, media]))
        const more = named.length > 0 ? { headers: Object.fromEntries(named) } : {}
        return [status, { description: means, ...more, content: content ?? undefined }]
      }),
    ),
  }
}
