import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { clientToken, putConsent } from '#sandbox/wire/test-application.ts'
import type { TestAnswer } from '#sandbox/wire/test-client.ts'
import { startTestDesk } from './test-server.ts'

// Replacements for programs: the script's arguments for curl are sent by the test's own client.
const curl = `require('node:fs').writeFileSync(process.env.SEEN, JSON.stringify(process.argv.slice(2)))`
const openssl = `
const { createHash, createSign } = require('node:crypto')
const { readFileSync } = require('node:fs')
const [command, ...rest] = process.argv.slice(2)
const given = readFileSync(0)
const key = rest.includes('-sign') ? readFileSync(rest[rest.indexOf('-sign') + 1]) : null
if (command === 'base64') process.stdout.write(given.toString('base64'))
else process.stdout.write(key ? createSign('SHA256').update(given).sign(key) : createHash('sha256').update(given).digest())
`

let token: string
const desk = await startTestDesk()
token = await desk.token()
const directory = mkdtempSync(join(tmpdir(), 'curl-'))
for (const [name, code] of Object.entries({ curl, openssl })) {
  writeFileSync(join(directory, `${name}.cjs`), code)
  const start = `#!/bin/sh\nexec '${process.execPath}' '${join(directory, name)}.cjs' "$@"\n`
  writeFileSync(join(directory, name), start, { mode: 0o755 })
}
writeFileSync(join(directory, 'qseal.key'), desk.bank.tpp.qsealKey.export({ type: 'pkcs8', format: 'pem' }))
afterAll(async () => {
  await desk.close()
  rmSync(directory, { recursive: true, force: true })
})

async function curlFile(query = ''): Promise<string> {
  const { calls } = (await desk.ask('GET', '/wire?limit=1')).body
  return (await desk.send(`/desk/api/wire/${calls[0].id}/curl${query}`)).text
}

/** The script's arguments for curl. */
function run(script: string): string[] {
  const seen = join(directory, 'seen.json')
  const own = { PATH: `${directory}:${process.env.PATH}`, SEEN: seen, ACCESS_TOKEN: token }
  const env = { ...process.env, ...own, SEAL_KEY: join(directory, 'qseal.key') }
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(readFileSync(seen, 'utf8'))
}

/** Sends the request that curl would send. */
async function replay(script: string): Promise<TestAnswer> {
  const given = run(script)
  const after = (name: string) => given.flatMap((one, at) => (given[at - 1] === name ? [one] : []))
  const headers = after('--header').map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(line) ?? []
    return [name.toLowerCase(), value]
  })
  const [body] = after('--data-raw')
  const url = new URL(given.at(-1) ?? '')
  return await desk.bank.call({
    method: after('--request')[0] ?? '',
    path: url.pathname + url.search,
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body }),
  })
}

/** Puts a consent, and returns its only IBAN. */
async function consented(): Promise<string> {
  const iban = accountsOf(desk.bank.sandbox.db, 'camille-bernard')[0]?.iban ?? ''
  expect((await putConsent(desk.bank, token, { ibans: [iban], lists: ['balances'] })).status).toBe(201)
  return iban
}

describe('the script of one call', () => {
  test('contains no secret, and names the values to fill in', async () => {
    await desk.get("/accounts?page=1&workspace=it's", token)
    const script = await curlFile()
    expect(script).toMatch(/^#!\/bin\/sh\n/)
    expect(script).toContain('Bearer $ACCESS_TOKEN')
    expect(script).not.toContain(token.slice(0, 12))
    expect(script).not.toContain('ellipsis')
    expect(run(script).at(-1)).toContain("workspace=it's")
    expect((await desk.send('/desk/api/wire/999999/curl')).status).toBe(404)
  })

  test('is downloaded under the number of the call', async () => {
    await desk.get('/accounts', token)
    const { calls } = (await desk.ask('GET', '/wire?limit=1')).body
    const { headers } = await desk.send(`/desk/api/wire/${calls[0].id}/curl`)
    expect(headers.get('content-disposition')).toContain(`call-${calls[0].id}.sh`)
  })

  test('is accepted by the bank when run: date, request id and signature are new', async () => {
    expect((await desk.get('/accounts', token)).status).toBe(200)
    expect((await replay(await curlFile())).status).toBe(200)
  })

  test('a body with IBANs filled in has the digest of what is sent', async () => {
    const iban = await consented()
    const script = await curlFile()
    expect(script).not.toContain(iban)
    expect(script).toContain('ellipsis')
    expect((await replay(script)).status).toBe(400)
    expect((await replay(script.replace(/FR\d\d…\d{3}/, iban))).status).toBe(201)
  })

  test('on this machine it can have the IBANs, and never a secret', async () => {
    const iban = await consented()
    const script = await curlFile('?whole=1')
    expect(script).toContain(iban)
    expect(script).not.toContain('ellipsis')
    expect(script).not.toContain(token.slice(0, 12))
    expect((await replay(script)).status).toBe(201)
  })

  test('it asks the control desk for a token, which the bank takes from then on', async () => {
    await desk.get('/accounts', token)
    const script = await curlFile()
    const [, pairId] = /desk\/api(\/pairs\/[\w-]+\/access-token)/.exec(script) ?? []
    const { accessToken } = (await desk.ask('POST', pairId ?? '')).body
    expect((await desk.get('/accounts', token)).status).toBe(401)
    token = accessToken
    expect((await replay(await curlFile())).status).toBe(200)
    expect((await desk.ask('POST', '/pairs/none/access-token')).status).toBe(404)
  })

  test('for a call of the TPP itself it asks the bank for a token', async () => {
    const own = await clientToken(desk.bank, desk.clientId)
    await desk.get('/accounts', own, { path: '/stet/psd2/v1.4.2/payment-requests/X' })
    const script = await curlFile()
    expect(script).toContain(`client_id=${desk.clientId}&grant_type=client_credentials&scope=pisp`)
    expect(script).not.toContain('/desk/api/pairs')
  })

  test('a body that begins with @ sends no file, and quotes are preserved', async () => {
    const body = '@/etc/passwd \' " $HOME `id` \\ \n'
    await desk.get('/consents', token, { method: 'PUT', body })
    const given = run(await curlFile())
    expect(given[given.indexOf('--data-raw') + 1]).toBe(body)
    expect(given).not.toContain('--data-binary')
  })

  test('reading a payment repeats the required request id (bank:D36)', async () => {
    await desk.get('/accounts', token, {
      path: '/stet/psd2/v1.4.2/payment-requests/X',
      headers: { 'x-request-id': 'of-the-post' },
    })
    expect(run(await curlFile())).toContain('x-request-id: of-the-post')
    await desk.get('/accounts', token, { headers: { 'x-request-id': 'of-one-call' } })
    expect(run(await curlFile())).not.toContain('x-request-id: of-one-call')
  })
})
