import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { listAccounts } from './accounts.ts'
import { refreshTokens } from './oauth.ts'
import { registerApplication } from './registration.ts'
import { json, presence, scriptBank } from './testing/scripted-bank.ts'
import { aispToken, pispToken, refreshToken, registrationToken } from './token.ts'

describe('a token is for one scope and one bank (C10, C18)', () => {
  test('a payment token can not read accounts: it does not compile, and is not sent', async () => {
    const { bank, requests, calls } = scriptBank(() => json(200, { accounts: [] }))
    // @ts-expect-error a PispToken is no AispToken: with the wrong scope the bank would revoke the refresh token
    const wrong = listAccounts(bank, pispToken('19870', 'p'), { presence })
    await expect(wrong).rejects.toMatchObject({ kind: 'token', sent: 'no', operation: 'accounts.list' })
    expect(requests).toEqual([])
    expect(calls).toEqual([])
  })

  test('a registration token, a refresh token and a bare string neither', async () => {
    const { bank, requests } = scriptBank(() => json(200, { accounts: [] }))
    for (const token of [registrationToken('19870', 'r'), refreshToken('19870', 'r'), 'r', null]) {
      // @ts-expect-error none of these is an AispToken
      await expect(listAccounts(bank, token, { presence })).rejects.toMatchObject({ kind: 'token', sent: 'no' })
    }
    expect(requests).toEqual([])
  })

  test('a token of one bank is refused for another before anything is sent', async () => {
    const { bank, requests } = scriptBank(() => json(200, {}))
    const context = { presence }
    await expect(listAccounts(bank, aispToken('19871', 'a'), context)).rejects.toMatchObject({
      kind: 'token',
      sent: 'no',
    })
    await expect(refreshTokens(bank, refreshToken('19871', 'r'), context)).rejects.toMatchObject({ kind: 'token' })
    // @ts-expect-error an application is missing too, but the token is checked first
    const registration = registerApplication(bank, registrationToken('19871', 'g'), {}, context)
    await expect(registration).rejects.toMatchObject({ kind: 'token' })
    expect(requests).toEqual([])
  })

  test('reveals its value only on request', () => {
    const token = aispToken('19870', 'CANARY')
    const shown = [inspect(token, { depth: 9, showHidden: true }), JSON.stringify({ token }), `${token}`, String(token)]
    expect(shown.join()).not.toContain('CANARY')
    expect(token.reveal()).toBe('CANARY')
  })
})
