import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import ReviewPage from './page.tsx'

const signedIn = vi.hoisted(() => ({ userId: '' }))
vi.mock('#lib/session.ts', () => ({ requireSession: async () => signedIn }))
afterAll(closeDb)

/** The redirect of the page for a connection that ended. */
async function visit(boxes: string): Promise<unknown> {
  const code = randomUUID().slice(0, 8)
  const bank = { code, name: 'Bank', group: 'Bank', bic: 'RIVHFRPP', aisVersion: '1.6.2', initials: 'B', supports: [] }
  const url = 'https://bank.example'
  await db().bank.create({ data: { ...bank, baseUrl: url, screensUrl: url, brandColor: '#0B3C6F' } })
  const email = `${randomUUID()}@guichet.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Name', passwordHash: 'none' } })
  const { id } = await db().connection.create({ data: { userId, bankCode: code, status: 'disconnected' } })
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
