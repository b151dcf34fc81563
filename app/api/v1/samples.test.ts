import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleLanguage, type SampleStep, sampleLanguages, samplesIn } from '#lib/views/v1/samples.ts'
import { freePort } from '#scripts/run/postgres.ts'
import { type ApiShop, askApi, newShop, returnUrl } from '#testing/shop/api.ts'
import { expectSoundReceiver, postForged, receiverSecret } from '#testing/shop/receivers.ts'
import { type ServedApi, serveApi } from '#testing/shop/serve-api.ts'
import { openStack } from '#testing/stack/open.ts'

/**
 * The programs of the reference's first steps, run as a reader would, in every language that is installed here. `npm run soak -- samples`
 * wants all of them.
 */
openStack()
const execute = promisify(execFile)
const patience = { timeout: 120_000 }
const folder = mkdtempSync(join(tmpdir(), 'guichet-samples-'))
const programs: Readonly<Record<SampleLanguage, readonly [command: string, file: string]>> = {
  curl: ['bash', 'sample.sh'],
  typescript: [process.execPath, 'sample.mts'],
  php: ['php', 'sample.php'],
  python: ['python3', 'sample.py'],
}

const probes: Readonly<Record<SampleLanguage, readonly string[]>> = {
  curl: ['-c', 'curl --version'],
  typescript: ['--version'],
  php: ['-r', 'curl_version();'],
  python: ['--version'],
}
const isInstalled = (language: SampleLanguage) => spawnSync(programs[language][0], probes[language]).status === 0
const languages = sampleLanguages.filter(language => process.env.SAMPLES === 'all' || isInstalled(language))
const absent = sampleLanguages.filter(language => !languages.includes(language))
if (absent.length > 0) console.warn(`Samples not run, because it is not installed: ${absent.join(', ')}`)

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

describe.each(languages.filter(language => language !== 'curl'))('a receiver in %s', patience, language => {
  test('believes genuine webhooks alone, and outlives forged and unfinished ones', async () => {
    const port = await freePort()
    const receiver = startReceiver(language, { GUICHET_SECRET: receiverSecret, PORT: String(port) })
    try {
      await expectSoundReceiver(port, receiver.said)
      expect(receiver.child.exitCode).toBeNull()
    } finally {
      receiver.child.kill('SIGKILL')
    }
  })

  test.each(['', 'whsec_'])('believes nobody without its secret: %j', async secret => {
    const port = await freePort()
    const receiver = startReceiver(language, { GUICHET_SECRET: secret, PORT: String(port) })
    try {
      // A program of PHP starts with each request.
      if (language === 'php') await expect.poll(() => postForged(port), { timeout: 60_000 }).toBe(500)
      else expect((await once(receiver.child, 'exit'))[0]).toBe(1)
      await expect.poll(receiver.said).toContain('GUICHET_SECRET is missing')
    } finally {
      receiver.child.kill('SIGKILL')
    }
  })
})

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
