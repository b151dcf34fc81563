import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { authenticateApp } from '#app/api/data/v1/answer-app.ts'
import { guarded } from '#app/guarded.ts'
import { noStore, type Route } from '#app/problem.ts'
import { readJson } from '#app/read-request.ts'
import { issuer } from '#lib/services/apps/allow.ts'
import { assistantFor } from './tools.ts'

/** DNS rebinding: a page of another site may not ask, as the protocol wants it. Programs send no origin. */
const fromOwnPage =
  (route: Route): Route =>
  async request => {
    const origin = request.headers.get('origin')
    return origin === null || origin === issuer()
      ? route(request)
      : new Response(null, { status: 403, headers: noStore })
  }

/** The Model Context Protocol over Streamable HTTP, without sessions: each request has its token, each answer is JSON. */
export const POST = guarded(
  'app.ask',
  fromOwnPage(
    authenticateApp(async ({ app, by, request }) => {
      const parsedBody = await readJson(request)
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      const server = assistantFor(app, by)
      await server.connect(transport)
      try {
        return await transport.handleRequest(request, { parsedBody })
      } finally {
        await server.close()
      }
    }),
  ),
)

const notOffered = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

/** Clients ask whether there is a stream of ours, or a session to end. */
export const GET = notOffered
export const DELETE = guarded('app.ask', async () => notOffered())
