import { z } from 'zod'
import { answerExample, requestExample } from '#sandbox/reference/examples.ts'
import { DeskError, type DeskRoute } from './route.ts'
import { apiPath, deskRoutes } from './routes.ts'
import { DeskCall } from './show-call.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the desk, made from the schemas that parse requests. `origin` is the server's address. */
export function describeDesk(origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of deskRoutes) {
    const path = `${apiPath}${route.path}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
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
    components: { schemas: { DeskError: schemaOf(DeskError, 'output'), DeskCall: schemaOf(DeskCall, 'output') } },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return rest
}

const refusal = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/DeskError' } } },
})

function describeRoute(route: DeskRoute): Json {
  const { id, tag, summary, body, status, answer } = route
  return {
    operationId: id,
    tags: [tag],
    summary,
    parameters: [...describeParameters(route.params, 'path'), ...describeParameters(route.query, 'query')],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input'), ...requestExample(id) } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(answer, 'output'), ...answerExample(id, status) } },
      },
      400: refusal('The wish is not well-formed'),
      403: refusal('Not from this machine, or from another site'),
      404: refusal('There is nothing of that name'),
      409: refusal('Not in this state'),
      413: refusal('The body is too large'),
      415: refusal('POST and PUT want Content-Type: application/json'),
    },
  }
}

function describeParameters(schema: z.ZodType, location: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

/** Endpoints without JSON: live events, and one call as a script. */
const plainPaths: Readonly<Record<string, Json>> = {
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
