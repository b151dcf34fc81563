import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBanks } from '#lib/banks.ts'
import { db } from '#lib/db.ts'
import { seed } from '#prisma/seed.ts'
import { type RunningBank, startBank } from '#testing/bank/start.ts'
import { registerAtPlatform } from './registration.ts'

/** Nothing answers at APP_URL here, as at a start, where we register before the application is up. */
let running: RunningBank

beforeAll(async () => {
  running = await startBank()
  Object.assign(process.env, {
    SANDBOX_API_PORT: String(running.apiPort),
    SANDBOX_SCREENS_PORT: String(running.screensPort),
    APP_URL: 'http://127.0.0.1:9',
    TPP_QWAC_CERT: running.pki.qwacCert,
    TPP_QWAC_KEY: running.pki.qwacKey,
    TPP_QSEAL_CERT: running.pki.qsealCert,
    TPP_QSEAL_KEY: running.pki.qsealKey,
    BANK_CA: running.pki.ca,
  })
  await seed()
})

afterAll(async () => {
  await closeBanks()
  await running.stop()
})

test('a valid registration is not changed: a new client_id would orphan every connection', async () => {
  const first = await registerAtPlatform('sandbox')
  const again = await registerAtPlatform('sandbox')
  expect(again).toEqual(first)
  expect(await db().registration.count()).toBe(1)
})

test('changed addresses or scopes are updated in place: the client_id stays', async () => {
  const before = await registerAtPlatform('sandbox')
  process.env.APP_URL = 'http://127.0.0.1:10'
  await closeBanks()
  expect(await registerAtPlatform('sandbox')).toEqual(before)
  process.env.LEGAL_SCOPE = 'aisp'
  expect(await registerAtPlatform('sandbox')).toEqual(before)
  const { registered } = await db().registration.findUniqueOrThrow({ where: { platform: 'sandbox' } })
  expect(JSON.stringify(registered)).toContain('http://127.0.0.1:10/callback/19870')
  expect(registered).toMatchObject({ scope: 'aisp' })
  delete process.env.LEGAL_SCOPE
  expect(await registerAtPlatform('sandbox')).toEqual(before)
  const after = await db().registration.findUniqueOrThrow({ where: { platform: 'sandbox' } })
  expect(after.registered).toMatchObject({ scope: 'aisp,pisp' })
})

test('a bank that is not offered for now keeps its address', async () => {
  await db().bank.update({ where: { code: '19871' }, data: { enabled: false } })
  await db().registration.deleteMany()
  await registerAtPlatform('sandbox')
  const { registered } = await db().registration.findUniqueOrThrow({ where: { platform: 'sandbox' } })
  await db().bank.update({ where: { code: '19871' }, data: { enabled: true } })
  expect(JSON.stringify(registered)).toContain('/callback/19871')
})

test('registers again at a bank that lost our registration; refuses a platform without banks', async () => {
  const before = await registerAtPlatform('sandbox')
  await db().registration.update({ where: { platform: 'sandbox' }, data: { clientId: 'nobody-the-bank-knows' } })
  const after = await registerAtPlatform('sandbox')
  expect(after.clientId).not.toBe('nobody-the-bank-knows')
  expect(after.clientId).not.toBe(before.clientId)
  await expect(registerAtPlatform('elsewhere')).rejects.toMatchObject({ code: 'bank_unknown' })
})
