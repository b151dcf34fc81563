import { type Json, pathsOf, Schemas } from '@guichet/api-reference/openapi.ts'
import type { Schema } from '@guichet/api-reference/render-reference.ts'
import { actOf } from '#lib/domain/acts.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { type ApiErrorCode, apiErrors, errorPage } from './errors.ts'
import { eventMeanings, exampleEvent, payloadOf } from './events.ts'
import { exampleIds } from './members.ts'
import { errorsOf, exampleOf, nounOf, nouns, type Operation } from './operation.ts'
import { namedOperations, type OperationName } from './operations.ts'
import { Problem } from './problem.ts'

/** From the validating schemas. */
export function writeOpenapi(server: string) {
  const schemas = new Schemas()
  schemas.refer(Problem)
  const routes = namedOperations.map(([name, operation]) => ({ name, ...operation }))
  const paths = pathsOf(routes, route => describeOperation(route, schemas))
  const webhooks = describeEvents(schemas)
  const codes = new Set(routes.flatMap(errorsOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guichet API',
      version: '1.0.0',
      description,
      contact: { name: 'Guichet', url: `${server}/docs/api` },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${server}/api/v1`, description: 'Test keys reach the sandbox banks, live keys real banks.' }],
    security: [{ key: [] }],
    tags: Object.values(nouns).map(({ tag: name, about }) => ({ name, description: about })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of yours: `gk_test_…`, `gk_live_…`.' },
      },
      headers,
      examples: Object.fromEntries([...codes].map(code => [code, problemExample(code, server)])),
      schemas: schemas.components(),
    },
  }
}

const description =
  'Payments straight from a bank account. Requests carry a key as bearer token; every POST carries an Idempotency-Key: ' +
  'the same request with the same key gets the same answer for 24 hours. Bodies are JSON in UTF-8 (`Content-Type: application/json`) and name ' +
  'each member once; an unknown one is refused. Failures are problems of RFC 9457, whose `code` ' +
  'is one of a closed list.'

export const text = (about: string, example: string) => ({ description: about, schema: { type: 'string' }, example })

export const headers = {
  'X-Request-Id': text('The id you sent, or one of ours. Quote it to support.', '6f2c9a'),
  RateLimit: text(
    'Requests left to this key (`r`), and seconds until it has all of them again (`t`).',
    '"key";r=599;t=60',
  ),
  'RateLimit-Policy': text('Requests a minute (`q`).', '"key";q=600;w=60'),
  'Retry-After': {
    description: 'Seconds to wait before the same request is sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', 'Bearer realm="Guichet", error="invalid_token"'),
  'Idempotency-Replayed': text('`true` if this is the stored answer of an earlier request with the same key.', 'true'),
} as const

export const headersOf = (...names: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

export function problemExample(code: ApiErrorCode, server: string): Json {
  const { status, en } = apiErrors[code]
  const { title, cause, remedy } = en
  const type = `${server}${errorPage(code)}`
  return { summary: title, value: { type, title, status, code, detail: `${cause} ${remedy}`, request_id: '6f2c9a' } }
}

type Route = Operation & { readonly name: OperationName }

function describeOperation(route: Route, schemas: Schemas) {
  const { name, summary, description: about, tag, verb, query, body, status, answer, method, path } = route
  const { id } = nouns[nounOf(path)]
  const parameters = [
    ...(id && path.includes('{id}') ? [{ ...idParameter, example: exampleIds[id] }] : []),
    ...(query ? schemas.parameters(query, 'query') : []),
    ...(method === 'post' ? [idempotencyKey] : []),
  ]
  const always = headersOf('X-Request-Id', 'RateLimit', 'RateLimit-Policy')
  const replayed = method === 'post' ? headersOf('Idempotency-Replayed') : {}
  return {
    operationId: name,
    summary,
    description: about,
    tags: [tag],
    'x-scope': actOf(verb).scope,
    parameters,
    ...(body ? { requestBody: requestBody(route, schemas.refer(body, 'input')) } : {}),
    responses: {
      [status]: {
        description: status === 204 ? 'Done' : 'The answer',
        headers: { ...always, ...replayed },
        ...(answer
          ? { content: { 'application/json': { schema: schemas.refer(answer), example: exampleOf(route) } } }
          : {}),
      },
      ...problemsOf(errorsOf(route), method === 'post'),
    },
  }
}

function describeEvents(schemas: Schemas) {
  return Object.fromEntries(
    webhookEventTypes.map(type => {
      const { id: _, object: __, ...example } = exampleEvent
      const schema = schemas.refer(payloadOf(type))
      const content = { schema, ...(type === exampleEvent.type ? { example } : {}) }
      const operation = {
        operationId: `receive.${type}`,
        summary: type,
        description: eventMeanings[type],
        tags: ['Webhooks'],
        security: [],
        parameters: webhookHeaders,
        requestBody: { required: true, content: { 'application/json': content } },
        responses: receiverAnswers('Gone: we turn the endpoint off, and tell the members who look after it.'),
      }
      return [type, { post: operation }]
    }),
  )
}

export const receiverAnswers = (gone: string) => ({
  '2XX': { description: 'Received. We do not send it again.' },
  410: { description: gone },
  '4XX': { description: 'We send it again, for a day at most.' },
  '5XX': { description: 'We send it again, for a day at most.' },
})

const webhookHeader = (name: string, about: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  ...text(about, example),
})
export const webhookHeaders = [
  webhookHeader('webhook-id', 'The same for every delivery of an event: skip one you have seen.', exampleIds.event),
  webhookHeader('webhook-timestamp', 'Seconds since 1970. Refuse one that is older than five minutes.', '1795253472'),
  webhookHeader(
    'webhook-signature',
    'Signatures by Standard Webhooks, one for each secret that is in use.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

/** `isStored`: a lasting refusal is stored like an answer. */
export function problemsOf(all: readonly ApiErrorCode[], isStored: boolean): Json {
  const byStatus = Map.groupBy(all, code => apiErrors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }]))
      const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } }
      const more = headersOf(
        ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
        ...(status === 429 || status === 503 || codes.includes('idempotency_under_way')
          ? (['Retry-After'] as const)
          : []),
        ...(status === 409 && isStored ? (['Idempotency-Replayed'] as const) : []),
      )
      const about = codes.map(code => `\`${code}\``).join(', ')
      return [status, { description: about, headers: { ...headersOf('X-Request-Id'), ...more }, content }]
    }),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: true,
  description: 'New for each new request, and the same when you repeat one: a UUID, for example.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '0f8b2f0e-6f3a-4b8e-9d3c-5b1d7a2e4c90',
}

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Its `id`.',
  schema: { type: 'string' },
} as const

function requestBody({ body, requests }: Operation, schema: Schema) {
  const required = !body?.safeParse({}).success
  return { required, content: { 'application/json': { schema, examples: requests } } }
}
