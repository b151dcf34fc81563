import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { compactDecrypt } from 'jose'
import { ensureSecrets } from '#scripts/run/settings.ts'
import { newCustomer } from '#testing/browser/bank.ts'
import { expect, linkEverything, signIn, test } from '#testing/browser/guichet.ts'
import { appUrl, settings } from '#testing/browser/stack-settings.ts'

const publicPages = ['/', '/status', '/signin', '/signup', '/password/forgotten', '/password/new', '/email/confirm']
const ownPages = ['/home', '/link', '/link/19870', '/connections', '/settings']

test('tokens, codes and keys reach no page, no stream, no script and no address; an IBAN no address (C1, C11)', async ({
  page,
  member,
  database,
}) => {
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  await signIn(page, member)
  const connection = await linkEverything(page, await newCustomer())
  const { rows } = await database.query('SELECT * FROM "Connection" WHERE id = $1', [connection])
  const canaries = [await unseal(rows[0].accessSealed), await unseal(rows[0].refreshSealed)]
  for (const canary of canaries) expect(canary.length).toBeGreaterThan(20)
  expect(JSON.stringify(rows), 'encrypted at rest').not.toContain(canaries[0])

  const { rows: accounts } = await database.query('SELECT id, iban FROM "Account" WHERE "userId" = $1', [member.id])
  const paths = [
    ...ownPages,
    `/connections/${connection}`,
    `/connections/${connection}/consent`,
    `/connections/${connection}/loading`,
    ...accounts.map(({ id }) => `/accounts/${id}`),
  ]
  const jsons = [
    '/api/home',
    '/api/connections',
    `/api/connections/${connection}/calls`,
    `/api/connections/${connection}/consent`,
    `/api/accounts/${accounts[0].id}/transactions`,
  ]
  const texts: string[] = []
  for (const path of [...paths, ...jsons]) {
    const answer = await page.request.get(`${appUrl}${path}`)
    expect(answer.status(), path).toBe(200)
    texts.push(await answer.text())
  }
  for (const path of paths)
    texts.push(await (await page.request.get(`${appUrl}${path}`, { headers: { rsc: '1' } })).text())
  for (const file of globSync('.next/static/**/*.js')) texts.push(readFileSync(file, 'utf8'))
  const secrets = [...canaries, ...Object.values(ensureSecrets(settings.dataDir)), 'PRIVATE KEY']
  for (const text of texts) for (const secret of secrets) expect(text.includes(secret)).toBe(false)
  for (const path of paths) await page.goto(`${appUrl}${path}`)
  const ours = addresses.filter(address => address.startsWith(appUrl) && !address.includes('/callback/'))
  expect(ours.filter(address => /FR\d{2}\d{10}|[?&](code|state)=/.test(decodeURIComponent(address)))).toEqual([])
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)].flat())).toEqual([])
})

test('the session cookie is the kind it should be, and works no longer after signing out (C8, C25, C36)', async ({
  page,
  member,
  context,
}) => {
  await signIn(page, member)
  const cookie = (await context.cookies(appUrl)).find(({ name }) => name === '__Host-guichet.session')
  expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
  const device = (await context.cookies(appUrl)).find(({ name }) => name === '__Host-guichet.device')
  expect(device).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
  const before = await page.request.get(`${appUrl}/api/home`)
  expect(before.headers()['cache-control']).toBe('private, no-store')
  const signedOut = await page.request.post(`${appUrl}/signout`, {
    headers: { origin: appUrl },
    form: {},
    maxRedirects: 0,
  })
  expect(signedOut.headers()['clear-site-data']).toContain('"cache"')
  await context.clearCookies()
  const old = { cookie: `${cookie?.name}=${cookie?.value}` }
  expect((await page.request.get(`${appUrl}/api/home`, { headers: old })).status(), 'the old cookie').toBe(401)
})

test('after signing out the back button shows nothing of one’s own (C36)', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto(`${appUrl}/settings`)
  await expect(page.getByText(member.email).first()).toBeAttached()
  await page
    .locator('form[action="/signout"]')
    .first()
    .evaluate(form => (form as HTMLFormElement).submit())
  await page.waitForURL(/\/signin/)
  await page.goBack()
  await page.waitForURL(/\/signin/)
  await expect(page.getByText(member.email)).toHaveCount(0)
})

const disguises: Record<string, Record<string, string>> = {
  'a plain request': {},
  'a prefetch': { purpose: 'prefetch', 'next-router-prefetch': '1' },
  'a stream request': { rsc: '1' },
  'a client that brings its own policy': {
    'content-security-policy': "script-src 'nonce-EVIL'",
    'x-nonce': 'EVIL',
    'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
    'x-forwarded-host': 'evil.example',
  },
}

for (const [name, headers] of Object.entries(disguises)) {
  test(`${name} gets a policy of ours, and every script our nonce (C33, C34)`, async ({ request }) => {
    for (const path of publicPages) {
      const answer = await request.get(`${appUrl}${path}`, { headers })
      const policy = answer.headers()['content-security-policy'] ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(nonce.length, path).toBeGreaterThan(20)
      expect(policy).toContain("'strict-dynamic'")
      expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
      for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", 'form-action'])
        expect(policy).toContain(rule)
      if (!(answer.headers()['content-type'] ?? '').includes('text/html')) continue
      const html = await answer.text()
      const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length).toBeGreaterThan(0)
      for (const tag of scripts) expect(tag, path).toContain(`nonce="${nonce}"`)
      expect(html).not.toContain('EVIL')
      expect(html).not.toContain('evil.example')
    }
  })

  test(`${name} without a session sees no page of a person (C35)`, async ({ request }) => {
    for (const path of ownPages) {
      const answer = await request.get(`${appUrl}${path}`, { headers, maxRedirects: 0 })
      const body = await answer.text()
      expect(
        answer.status() === 307 || answer.status() === 303 || /NEXT_REDIRECT|\/signin/.test(body),
        `${path}: ${answer.status()}`,
      ).toBe(true)
      expect(body).not.toMatch(/[\w.]+@guichet\.example/)
    }
    expect((await request.get(`${appUrl}/api/home`, { headers })).status()).toBe(401)
  })
}

test('an address spoofed by the client is not believed (C19)', async ({ page, member, database }) => {
  await signIn(page, member)
  await page.request.get(`${appUrl}/api/home`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  const { rows } = await database.query('SELECT ip FROM "Session" WHERE "userId" = $1', [member.id])
  expect(rows.length).toBeGreaterThan(0)
  for (const { ip } of rows) expect(ip ?? '').not.toContain('203.0.113.9')
})

test('the page for what is not there names nothing of the inside (C51)', async ({ page, member }) => {
  await signIn(page, member)
  const answer = await page.request.get(`${appUrl}/api/accounts/not-an-id/transactions`)
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
  expect(await answer.text()).not.toMatch(/node_modules|at .*\(|prisma|SELECT/i)
  const nobodys = '00000000-0000-7000-8000-000000000000'
  const pages = [
    `/accounts/${nobodys}`,
    `/connections/${nobodys}`,
    `/connections/${nobodys}/consent`,
    `/connections/${nobodys}/loading`,
    '/accounts/x',
    '/link/00000',
  ]
  for (const path of pages) await expectNotFound(page, path)
})

async function expectNotFound(page: Page, path: string) {
  const answer = await page.goto(`${appUrl}${path}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The content of a sealed column, opened with our key. */
async function unseal(jwe: string): Promise<string> {
  const keys = (ensureSecrets(settings.dataDir).VAULT_KEYS ?? '').split(',').map(entry => entry.split(':'))
  const { plaintext } = await compactDecrypt(jwe, ({ kid }) =>
    Buffer.from(keys.find(([id]) => id === kid)?.[1] ?? '', 'base64url'),
  )
  return new TextDecoder().decode(plaintext)
}

test('keys and secrets are files of their owner, and stand in no command line (C13)', () => {
  const { dataDir } = settings
  const owned = [
    'secrets.env',
    'pg.password',
    'pki/ca.key',
    'pki/bank/server.key',
    'pki/tpp/qwac.key',
    'pki/tpp/qseal.key',
  ]
  for (const file of owned) expect(statSync(join(dataDir, file)).mode & 0o077, file).toBe(0)
  const { parts } = JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as { parts: { pid: number }[] }
  const secrets = Object.values(ensureSecrets(dataDir))
  expect(parts.length, 'bank, mailbox, application, tour').toBe(4)
  for (const { pid } of parts) {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    expect(stdout.length).toBeGreaterThan(3)
    for (const secret of secrets) expect(stdout).not.toContain(secret)
  }
})
