import { NextRequest } from 'next/server'
import { handlers } from '#app/api/auth/auth.ts'
import { guarded } from '#app/guarded.ts'
import { problemOf, toRefused } from '#app/problem.ts'
import { readBytes } from '#app/read-request.ts'

export const { GET } = handlers

/** Auth.js itself reads a body of any length. */
const bytesOfForm = 16 * 1024

export const POST = guarded('session.open', async (request: NextRequest) => {
  try {
    const body = await readBytes(request, bytesOfForm)
    return await handlers.POST(new NextRequest(request.url, { method: 'POST', headers: request.headers, body }))
  } catch (error) {
    return problemOf(toRefused(error, request))
  }
})
