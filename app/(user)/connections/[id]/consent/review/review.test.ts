import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection } from '#testing/people/an-account.ts'
import ReviewPage from './page.tsx'

const signedIn = vi.hoisted(() => ({ userId: '' }))
vi.mock('#lib/session.ts', () => ({ requireSession: async () => signedIn }))

/** The redirect of the page for a connection that ended. */
async function visit(boxes: string): Promise<unknown> {
  const code = randomUUID().slice(0, 8)
  await aBank({ code })
  const { userId } = await aPerson()
  const id = await aConnection(userId, { bankCode: code, status: 'disconnected' })
  signedIn.userId = userId
  const searchParams = Promise.resolve({ boxes, hash: 'x', version: '0' })
  const error: unknown = await ReviewPage({ params: Promise.resolve({ id }), searchParams }).catch(
    (thrown: unknown) => thrown,
  )
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : String(error)
  return digest.replace(id, '[id]')
}

test('the comparison for a connection that ended redirects to the connection, and is not a fault of ours', async () => {
  expect(await visit('')).toContain(';/connections/[id];307;')
})
