import { listAccounts } from '@guichet/stet/accounts.ts'
import { refreshTokens } from '@guichet/stet/oauth.ts'
import { expect, test } from 'vitest'
import { people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { linkAs, presence } from '#testing/bank/start.ts'

const at = openBank({ SANDBOX_ROTATE_REFRESH: '1', SANDBOX_ACCESS_TOKEN_SECONDS: '600' })

test('a rotating bank: each refresh returns the next token, and the old one is invalid (bank:D8, bank:D10)', async () => {
  const bank = at.connect()
  const first = await linkAs(bank, at.running, people.lea)
  const second = await refreshTokens(bank, first.refreshToken, { presence })
  expect(second.refreshToken.reveal()).not.toBe(first.refreshToken.reveal())
  const lifetimeMs = second.expiresAt.getTime() - Date.now()
  expect(lifetimeMs).toBeGreaterThan(500_000)
  expect(lifetimeMs).toBeLessThanOrEqual(600_000)
  const third = await refreshTokens(bank, second.refreshToken, { presence })
  await expect(listAccounts(bank, third.accessToken, { presence })).resolves.toMatchObject({ unreadable: [] })
  await expect(refreshTokens(bank, first.refreshToken, { presence })).rejects.toMatchObject({
    rawCode: 'invalid_grant',
  })
})
