import { examples, pathsOf, Schemas } from '@guichet/api-reference/openapi.ts'
import { type AppEventType, appEventTypes } from '#lib/domain/webhooks/event.ts'
import { type DataOperation, dataErrorsOf, dataOperations } from './data-v1.ts'
import { payloadOf } from './v1/events.ts'
import { exampleIds, exampleTimes } from './v1/members.ts'
import { headers, headersOf, problemExample, problemsOf, receiverAnswers, text, webhookHeaders } from './v1/openapi.ts'
import { Problem } from './v1/problem.ts'

/** The data API as an OpenAPI document, from the schemas that validate. */

type Route = DataOperation & { readonly name: string }
const routes: readonly Route[] = Object.entries<DataOperation>(dataOperations).map(([name, one]) => ({ name, ...one }))

const description =
  'A person’s accounts, as they shared them with your app. Requests carry an access token as bearer token: one that the person made, or one ' +
  'you got by OAuth 2.1 (`/.well-known/oauth-authorization-server`). Failures are problems of RFC 9457, whose `code` is one of a closed list.'

const tags = [
  { name: 'Accounts', description: 'What the person shared, and how fresh it is.' },
  { name: 'Webhooks', description: 'An address of your server that hears when to read again.' },
] as const

const tagOf = (name: string) => (name.includes('ebhook') ? 'Webhooks' : 'Accounts')

export function writeDataOpenapi(server: string) {
  const schemas = new Schemas()
  schemas.refer(Problem)
  const paths = pathsOf(routes, route => describeOperation(route, schemas))
  const webhooks = Object.fromEntries(appEventTypes.map(type => [type, { post: describeEvent(type, schemas) }]))
  const codes = new Set(routes.flatMap(dataErrorsOf))
  const { 'Idempotency-Replayed': _, ...sent } = headers
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guichet data API',
      version: '1.0.0',
      description,
      contact: { name: 'Guichet', url: `${server}/docs/data` },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${server}/api/data/v1` }],
    security: [{ token: [] }],
    tags,
    paths,
    webhooks,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An access token: `gd_…`.' } },
      headers: {
        ...sent,
        RateLimit: text(
          'Requests left to this access (`r`), and seconds until it has all of them again (`t`).',
          '"app";r=599;t=3600',
        ),
        'RateLimit-Policy': text('Requests an hour (`q`).', '"app";q=600;w=3600'),
      },
      examples: Object.fromEntries([...codes].map(code => [code, problemExample(code, server)])),
      schemas: schemas.components(),
    },
  }
}

function describeOperation(route: Route, schemas: Schemas) {
  const { name, summary, description: about, query, body, status, answer } = route
  const schema = body && schemas.refer(body, 'input')
  const url = 'https://budget.example/guichet'
  return {
    operationId: name,
    summary,
    description: about,
    tags: [tagOf(name)],
    parameters: query ? schemas.parameters(query, 'query') : [],
    ...(schema
      ? { requestBody: { required: true, content: { 'application/json': { schema, example: { url } } } } }
      : {}),
    responses: {
      [status]: {
        description: status === 204 ? 'Done' : 'The answer',
        headers: headersOf('X-Request-Id', 'RateLimit', 'RateLimit-Policy'),
        ...(answer
          ? { content: { 'application/json': { schema: schemas.refer(answer), ...examples.get(answer) } } }
          : {}),
      },
      ...problemsOf(dataErrorsOf(route), false),
    },
  }
}

const meanings: Readonly<Record<AppEventType, string>> = {
  'accounts.updated': 'We read these accounts at their bank. Sync transactions from your cursor.',
  'consent.ending': 'The person’s agreement with you, or a bank’s consent, ends soon for these accounts.',
}

function describeEvent(type: AppEventType, schemas: Schemas) {
  const data = { object: 'accounts', app_id: exampleIds.endpoint, account_ids: [exampleIds.link] }
  const example = { type, sequence: null, timestamp: exampleTimes.finished, data }
  return {
    operationId: `receive.${type}`,
    summary: type,
    description: meanings[type],
    tags: ['Webhooks'],
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.refer(payloadOf(type)), example } },
    },
    responses: receiverAnswers('Gone: nothing more is sent until you set the address again.'),
  }
}
