import { z } from 'zod'
import { actOf } from '#lib/domain/acts.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { type ApiErrorCode, apiErrors, errorPage } from './errors.ts'
import { eventMeanings, payloadOf } from './events.ts'
import { answerExamples, exampleEvent, exampleIds, requestExamples } from './examples.ts'
import { errorsOf, type Operation, type OperationName, operations } from './operations.ts'
import { Problem } from './schemas.ts'

type Json = Record<string, unknown>

/** From the validating schemas. */
export function writeOpenapi(server: string): Json {
  const schemas: Json = {}
  schemaOf(Problem, 'output', schemas)
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
    const path = paths[operation.path] ?? {}
    path[operation.method] = describeOperation(name, operation, schemas)
    paths[operation.path] = path
  }
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
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    webhooks: describeEvents(schemas),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of yours: `gk_test_…`, `gk_live_…`.' },
      },
      headers,
      examples: Object.fromEntries([...usedCodes()].map(code => [code, exampleOf(code, server)])),
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    },
  }
}

const description =
  'Payments straight from a bank account. Requests carry a key as bearer token; every POST carries an Idempotency-Key: ' +
  'the same request with the same key gets the same answer for 24 hours. Bodies are JSON in UTF-8 (`Content-Type: application/json`) and name ' +
  'each member once; an unknown one is refused. Failures are problems of RFC 9457, whose `code` ' +
  'is one of a closed list.'

const tags: Readonly<Record<Operation['tag'], string>> = {
  Checkout: 'A payment of a fixed amount, on a page of ours.',
  Banks: 'Where your customers can pay.',
  Payments: 'Every payment, whichever way it was started.',
  'Payment links': 'Addresses that can be printed, posted and mailed.',
  Refunds: 'Money back to a payer, from your own bank.',
  Webhooks: 'Addresses of your server that receive events.',
  Events: 'What happened, for servers that were down.',
}

const text = (about: string, example: string) => ({ description: about, schema: { type: 'string' }, example })

const headers = {
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

const headersOf = (...names: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const usedCodes = () => new Set(Object.values<Operation>(operations).flatMap(errorsOf))

function exampleOf(code: ApiErrorCode, server: string): Json {
  const { status, en } = apiErrors[code]
  const { title, cause, remedy } = en
  const type = `${server}${errorPage(code)}`
  return { summary: title, value: { type, title, status, code, detail: `${cause} ${remedy}`, request_id: '6f2c9a' } }
}

function describeOperation(operationId: OperationName, operation: Operation, schemas: Json): Json {
  const { summary, description: about, tag, verb, query, body, status, answer, method, path } = operation
  const parameters = [
    ...(path.includes('{id}') ? [idParameter(path)] : []),
    ...(query ? queryParameters(query) : []),
    ...(method === 'post' ? [idempotencyKey] : []),
  ]
  const content = answer
    ? {
        content: {
          'application/json': { schema: schemaOf(answer, 'output', schemas), example: answerExamples[operationId] },
        },
      }
    : {}
  const always = headersOf('X-Request-Id', 'RateLimit', 'RateLimit-Policy')
  const replayed = method === 'post' ? headersOf('Idempotency-Replayed') : {}
  return {
    operationId,
    summary,
    description: about,
    tags: [tag],
    'x-scope': actOf(verb).scope,
    parameters,
    ...(body ? { requestBody: requestBody(operationId, body, schemas) } : {}),
    responses: {
      [status]: {
        description: status === 204 ? 'Done' : 'The answer',
        headers: { ...always, ...replayed },
        ...content,
      },
      ...problemsOf(operation),
    },
  }
}

function describeEvents(schemas: Json): Json {
  return Object.fromEntries(
    webhookEventTypes.map(type => {
      const { id: _, object: __, ...example } = exampleEvent
      const schema = schemaOf(payloadOf(type), 'output', schemas)
      const content = { schema, ...(type === exampleEvent.type ? { example } : {}) }
      const operation = {
        operationId: `receive.${type}`,
        summary: type,
        description: eventMeanings[type],
        tags: ['Webhooks'],
        security: [],
        parameters: webhookHeaders,
        requestBody: { required: true, content: { 'application/json': content } },
        responses: {
          '2XX': { description: 'Received. We do not send it again.' },
          410: { description: 'Gone: we turn the endpoint off, and tell the members who look after it.' },
          '4XX': { description: 'We send it again, for a day at most.' },
          '5XX': { description: 'We send it again, for a day at most.' },
        },
      }
      return [type, { post: operation }]
    }),
  )
}

const webhookHeader = (name: string, about: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  ...text(about, example),
})
const webhookHeaders = [
  webhookHeader('webhook-id', 'The same for every delivery of an event: skip one you have seen.', exampleIds.event),
  webhookHeader('webhook-timestamp', 'Seconds since 1970. Refuse one that is older than five minutes.', '1795253472'),
  webhookHeader(
    'webhook-signature',
    'Signatures by Standard Webhooks, one for each secret that is in use.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

function problemsOf(operation: Operation): Json {
  const byStatus = Map.groupBy(errorsOf(operation), code => apiErrors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }]))
      const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } }
      const more = headersOf(
        ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
        ...(status === 429 || status === 503 || codes.includes('idempotency_under_way')
          ? (['Retry-After'] as const)
          : []),
        // A lasting refusal is stored like an answer.
        ...(status === 409 && operation.method === 'post' ? (['Idempotency-Replayed'] as const) : []),
      )
      const about = codes.map(code => `\`${code}\``).join(', ')
      return [status, { description: about, headers: { ...headersOf('X-Request-Id'), ...more }, content }]
    }),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'New for each new request, and the same when you repeat one: a UUID, for example.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '0f8b2f0e-6f3a-4b8e-9d3c-5b1d7a2e4c90',
}

function idParameter(path: string): Json {
  const id = Object.entries(idsOfPaths).find(([prefix]) => path.startsWith(prefix))?.[1]
  return { name: 'id', in: 'path', required: true, description: 'Its `id`.', schema: { type: 'string' }, example: id }
}

const idsOfPaths = {
  '/checkout-sessions': exampleIds.payment,
  '/payments': exampleIds.payment,
  '/payment-links': exampleIds.link,
  '/refunds': exampleIds.refund,
  '/webhook-endpoints': exampleIds.endpoint,
  '/events': exampleIds.event,
} as const

function requestBody(operationId: OperationName, body: z.ZodType, schemas: Json): Json {
  const content = { schema: schemaOf(body, 'input', schemas), examples: requestExamples[operationId] }
  const required = !body.safeParse({}).success
  return { required, content: { 'application/json': content } }
}

function queryParameters(query: z.ZodType): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, given]) => {
    const { description: about, ...schema } = typeof given === 'object' ? given : {}
    return { name, in: 'query', required: required.includes(name), description: about, schema }
  })
}

/** With an id it is a component. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): unknown {
  const { $schema: _, $defs = {}, ...whole } = z.toJSONSchema(schema, { io })
  for (const [name, definition] of Object.entries($defs)) schemas[name] = linked(definition)
  const { id, ...rest } = whole
  if (typeof id !== 'string') return linked(rest)
  schemas[id] = linked(rest)
  return { $ref: `#/components/schemas/${id}` }
}

/** From `#/$defs`. */
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
