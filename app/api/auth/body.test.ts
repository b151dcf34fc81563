import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'

const reached = vi.fn(async (request: Request) => new Response(await request.text()))
vi.mock('#app/api/auth/auth.ts', () => ({ handlers: { GET: reached, POST: reached } }))
const { POST } = await import('./[...nextauth]/route.ts')

const post = (body: string) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return POST(new NextRequest('http://localhost/api/auth/signout', { method: 'POST', headers, body }))
}

test('Auth.js gets forms, and no body that is too long for one', async () => {
  expect(await (await post('csrfToken=x')).text()).toBe('csrfToken=x')
  expect((await post('a'.repeat(16_385))).status).toBe(413)
  expect(reached).toHaveBeenCalledTimes(1)
})
