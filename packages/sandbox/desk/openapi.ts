import { pathsOf, Schemas } from '@guichet/api-reference/openapi.ts'
import type { Schema } from '@guichet/api-reference/render-reference.ts'
import { answerExample, requestExample } from '#sandbox/reference/examples.ts'
import { DeskError, type DeskRoute } from './route.ts'
import { apiPath, deskRoutes } from './routes.ts'
import { DeskCall } from './show-call.ts'

/** The OpenAPI 3.1 document of the desk, made from the schemas that parse requests. `origin` is the server's address. */
export function describeDesk(origin: string) {
  const schemas = new Schemas()
  const routes = deskRoutes.map(route => ({ ...route, path: `${apiPath}${route.path}` }))
  const paths = pathsOf(routes, route => describeRoute(route, schemas))
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Control desk of the sandbox',
      version: '1.0.0',
      description:
        'A bank for showing and testing: nothing here is real. From this machine only, unless SANDBOX_DESK_ALLOW says otherwise. Whatever changes something wants Content-Type: application/json.',
    },
    servers: [{ url: origin }],
    paths: { ...paths, ...plainPaths },
    components: { schemas: { DeskError: schemas.refer(DeskError), DeskCall: schemas.refer(DeskCall) } },
  }
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/DeskError' } } },
})

function describeRoute({ id, tag, summary, params, query, body, status, answer }: DeskRoute, schemas: Schemas) {
  const content = (schema: Schema, example: object) => ({ 'application/json': { schema, ...example } })
  return {
    operationId: id,
    tags: [tag],
    summary,
    parameters: [...schemas.parameters(params, 'path'), ...schemas.parameters(query, 'query')],
    requestBody: body
      ? { required: true, content: content(schemas.refer(body, 'input'), requestExample(id)) }
      : undefined,
    responses: {
      [status]: { description: 'Done', content: content(schemas.refer(answer), answerExample(id, status)) },
      400: refusal('The wish is not well-formed'),
      403: refusal('Not from this machine, or from another site'),
      404: refusal('There is nothing of that name'),
      409: refusal('Not in this state'),
      413: refusal('The body is too large'),
      415: refusal('POST and PUT want Content-Type: application/json'),
    },
  }
}

/** Endpoints without JSON: live events, and one call as a script. */
const plainPaths: Readonly<Record<string, object>> = {
  [`${apiPath}/wire/live`]: {
    get: {
      operationId: 'watchCalls',
      tags: ['wire'],
      summary: 'Calls as they happen: server-sent events `call`, whose data is a DeskCall',
      parameters: [],
      responses: {
        200: { description: 'A stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        403: refusal('Not from this machine'),
      },
    },
  },
  [`${apiPath}/wire/{id}/curl`]: {
    get: {
      operationId: 'readCurl',
      tags: ['wire'],
      summary: 'One call as a shell script with curl, without its secrets',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: {
        200: { description: 'A script', content: { 'text/x-shellscript': { schema: { type: 'string' } } } },
        403: refusal('Not from this machine'),
        404: refusal('The call is not kept'),
      },
    },
  },
}
