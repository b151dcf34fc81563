import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiShop, askApi, newShop, returnUrl } from '#e2e/services/api.ts'
import { openStack } from '#e2e/services/open-stack.ts'
import { type ServedApi, serveApi } from '#e2e/services/serve-api.ts'
import { exampleEvent } from '#lib/views/v1/examples.ts'
import { type SampleLanguage, type SampleStep, sampleLanguages, samplesIn } from '#lib/views/v1/samples.ts'
import { freePort } from '#scripts/postgres.ts'

/**
 * The programs of the reference's first steps, run as a reader would. TypeScript runs everywhere; `npm run soak -- samples` runs all languages,
 * which have to be installed.
 */
openStack()
const execute = promisify(execFile)
const patience = { timeout: 120_000 }
const folder = mkdtempSync(join(tmpdir(), 'guichet-samples-'))
const languages = process.env.SAMPLES === 'all' ? sampleLanguages : (['typescript'] as const)
const programs: Readonly<Record<SampleLanguage, readonly [command: string, file: string]>> = {
  curl: ['bash', 'sample.sh'],
  typescript: [process.execPath, 'sample.mts'],
  php: ['php', 'sample.php'],
  python: ['python3', 'sample.py'],
}

let api: ServedApi
let shop: ApiShop
beforeAll(async () => {
  api = await serveApi()
  shop = await newShop()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await api.close()
})

function writeSample(language: SampleLanguage, step: SampleStep): readonly [command: string, file: string] {
  const [command, name] = programs[language]
  const file = join(folder, `${step}-${name}`)
  writeFileSync(file, samplesIn(language, { api: `${api.origin}/api/v1`, returnUrl })[step])
  return [command, file]
}

async function runSample(language: SampleLanguage, step: SampleStep, env = {}): Promise<string> {
  const [command, file] = writeSample(language, step)
  return (await execute(command, [file], { env: { ...process.env, GUICHET_KEY: shop.key, ...env } })).stdout
}

describe.each(languages)('in %s', patience, language => {
  test('a session is created, and its status read', async () => {
    const said = await runSample(language, 'session')
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(said) ?? []
    expect(said).toMatch(/\/pay\/[\w-]{22}/)
    expect((await askApi('readCheckoutSession', { key: shop.key, id })).body).toMatchObject({
      amount: '24.90',
      reference: 'Order 4711',
      return_url: returnUrl,
    })
    expect(await runSample(language, 'pay', { SESSION_ID: id })).toContain('open')
  })
})

test.each(languages.filter(language => language !== 'curl'))(
  'a receiver in %s believes a webhook only with its signature',
  async language => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
    const port = await freePort()
    const receiver = startReceiver(language, { GUICHET_SECRET: secret, PORT: String(port) })
    try {
      const body = JSON.stringify(exampleEvent)
      const send = (headers: Record<string, string>) =>
        fetch(`http://localhost:${port}/webhook`, { method: 'POST', headers, body }).then(
          answer => answer.status,
          () => null,
        )
      const signed = (at: Date, by = secret) => ({
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': `v1,other ${new Webhook(by).sign('msg_1', at, body)}`,
      })
      await expect.poll(() => send(signed(new Date()))).toBe(204)
      expect(await send(signed(new Date(), `whsec_${Buffer.from('another').toString('base64')}`))).toBe(400)
      expect(await send(signed(new Date(Date.now() - 301_000)))).toBe(400)
      expect(await send({})).toBe(400)
      await expect.poll(receiver.said).toContain('Order 4711 is paid')
    } finally {
      receiver.child.kill('SIGKILL')
    }
  },
  patience.timeout,
)

test.each(languages.filter(language => language === 'curl'))('an endpoint is registered with %s', async language => {
  expect(await runSample(language, 'webhook')).toContain('"secret":"whsec_')
})

function startReceiver(language: SampleLanguage, env: { GUICHET_SECRET: string; PORT: string }) {
  const [command, file] = writeSample(language, 'webhook')
  const args = language === 'php' ? ['-S', `localhost:${env.PORT}`, file] : [file]
  const child: ChildProcess = spawn(command, args, { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (said += chunk))
  return { child, said: () => said }
}
