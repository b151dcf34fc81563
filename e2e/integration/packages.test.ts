import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putFramework } from '#e2e/packages/medusa-framework.ts'
import { exampleOf as answerOf, type Operation } from '#lib/views/v1/operation.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { makePackage, type PackageName, packageNames, recipes } from '#scripts/release/packages.ts'
import { freePort } from '#scripts/run/postgres.ts'
import { listenHere } from '#testing/listen-here.ts'
import { expectSoundReceiver, receiverSecret } from '#testing/shop/receivers.ts'

/** What one installs, from its tarball in an empty folder and without the network. */

const execute = promisify(execFile)
/** Every test starts compilers or banks, which take seconds, and minutes on a machine that is busy with others. */
const patience = { timeout: 300_000 }
const folder = mkdtempSync(join(tmpdir(), 'guichet-packages-'))
const project = join(folder, 'project')
const tarballs = new Map<PackageName, string>()
const tarballOf = (name: PackageName) => tarballs.get(name) ?? ''

beforeAll(async () => {
  for (const name of packageNames) tarballs.set(name, await makePackage(name, folder))
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  const whole = [tarballOf('guichet-client'), tarballOf('@guichet/sandbox')]
  const quietly = ['--offline', '--no-audit', '--no-fund', '--no-package-lock']
  await execute('npm', ['install', ...quietly, ...whole], { cwd: project })
  // The library's dependencies would come from the registry: here they are the ones we have.
  const modules = join(project, 'node_modules')
  const library = join(modules, '@guichet/stet')
  const unpack = async (name: PackageName) => {
    mkdirSync(join(modules, name))
    await execute('tar', ['-xzf', tarballOf(name), '-C', join(modules, name), '--strip-components', '1'])
  }
  await unpack('@guichet/stet')
  await unpack('medusa-payment-guichet')
  putFramework(modules)
  const { dependencies } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
}, patience.timeout)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The first example of a package's README, as a file of the project. */
function exampleOf(name: PackageName): string {
  const text = readFileSync(join(recipes[name].folder, 'README.md'), 'utf8')
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? []
  const file = join(project, `${recipes[name].folder.replaceAll('/', '-')}.js`)
  writeFileSync(file, code)
  return file
}

describe.each(packageNames)('%s', patience, name => {
  test('has what it needs, and no source', async () => {
    const { stdout } = await execute('tar', ['-tzf', tarballOf(name)])
    const files = stdout.trim().split('\n')
    for (const file of ['README.md', 'LICENSE', 'NOTICE', 'package.json', 'dist/index.js', 'dist/index.d.ts'])
      expect(files).toContain(`package/${file}`)
    expect(files.filter(file => /(?<!\.d)\.ts$|test|\.map$|tsconfig/.test(file))).toEqual([])
  })

  test('satisfies publint', async () => {
    const tarball = new Uint8Array(readFileSync(tarballOf(name))).buffer
    const { messages } = await publint({ pack: { tarball }, strict: true })
    expect(messages).toEqual([])
  })

  test('has right types wherever ES modules are resolved', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarballOf(name)))))
    if (!analysis.types) throw new Error('no types')
    // Node 10 knows no exports, and CommonJS has to import an ES module with `import()`.
    const isOurs = (problem: Problem) =>
      !('resolutionKind' in problem) || /^(node16-esm|bundler)$/.test(problem.resolutionKind)
    expect(analysis.problems.filter(isOurs)).toEqual([])
  })
})

describe('types', patience, () => {
  const compile = async (text: string, options: Readonly<Record<string, unknown>>) => {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', ...options }
    writeFileSync(join(project, 'consumer.ts'), text)
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const ran = await execute(resolve('node_modules/.bin/tsc'), ['-p', project]).catch(
      (error: { stdout: string }) => error,
    )
    return ran.stdout
  }
  const client = `
    import { createClient, type Event, isProblem } from 'guichet-client'
    const guichet = createClient({ key: 'gk_test_x', origin: 'https://guichet.example' })
    export async function amounts(): Promise<string[]> {
      const found: string[] = []
      for await (const { amount } of guichet.allPayments({ status: 'executed' })) found.push(amount)
      return found
    }
    export const paid = (event: Event) => (event.type === 'payment.executed' ? event.data.amount : null)
    export const isOver = (error: unknown) => isProblem(error, 'payment_over') && error.code === 'payment_over'
  `

  test('the client’s are enough for a browser, and for Node', async () => {
    const browser = {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.asynciterable'],
      types: [],
    }
    expect(await compile(client, browser)).toBe('')
    const receiver = `
      import type { IncomingMessage } from 'node:http'
      import { verifyWebhook } from 'guichet-client'
      export const read = (request: IncomingMessage) => verifyWebhook('whsec_AAAA', request.headers, request)
      export const fetched = async ({ headers, arrayBuffer }: Request) =>
        verifyWebhook('whsec_AAAA', headers, new Uint8Array(await arrayBuffer()))`
    const node = { module: 'nodenext', lib: ['es2022'], types: ['node'] }
    expect(await compile(client + receiver, node)).toBe('')
  })

  test('the client’s README is a program in strict TypeScript', async () => {
    const strictest = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
    const node = { module: 'nodenext', target: 'es2023', types: ['node'], ...strictest }
    const program = readFileSync(exampleOf('guichet-client'), 'utf8')
    expect(program).toContain('createClient')
    expect(await compile(program, node)).toBe('')
  })

  test('the client’s refuse what the API has not', async () => {
    const wrong = `${client}\nvoid guichet.allPayments({ status: 'paid' })`
    expect(await compile(wrong, { module: 'nodenext', lib: ['es2022'], types: ['node'] })).toMatch(/TS2322.*"paid"/)
  })

  test('the plug-in’s are what Medusa’s configuration and its tests need', async () => {
    const text = `
      import provided, { GuichetPaymentProvider, type GuichetOptions } from 'medusa-payment-guichet'
      const options: GuichetOptions = { apiKey: 'gk_test_x', webhookSecret: 'whsec_AAAA', returnUrl: 'https://shop.example/' }
      export const provider = new GuichetPaymentProvider({}, options)
      export const config = { resolve: 'medusa-payment-guichet', id: 'guichet', options }
      export const name: string = provided.module
    `
    const settings = { module: 'nodenext', lib: ['es2022'], types: ['node'], allowImportingTsExtensions: true }
    expect(await compile(text, settings)).toBe('')
  })

  test('the library’s and the bank’s fit together', async () => {
    const text = `
      import { type BankError, createBank, isInvalidGrant, listAccounts, type Money } from '@guichet/stet'
      import { openBank, type OpenBank } from '@guichet/sandbox'
      export const bank: Promise<OpenBank> = openBank({ settings: { SANDBOX_API_PORT: '0' } })
      export const sum = (one: Money, other: Money): bigint => one.amountMinor + other.amountMinor
      export const end = (error: unknown): BankError | null => (isInvalidGrant(error) ? error : null)
      export const calls = { createBank, listAccounts }
    `
    expect(await compile(text, { module: 'nodenext', lib: ['es2023'], types: ['node'] })).toBe('')
  })
})

describe('examples', patience, () => {
  test('the client’s creates a session, reads a list and verifies a webhook', async () => {
    const guichet = await startApi()
    const env = { ...process.env, GUICHET_ORIGIN: guichet.origin, GUICHET_KEY: 'gk_test_x' }
    const refused = await execute(process.execPath, [exampleOf('guichet-client')], { env }).catch(error => error)
    expect(refused.stderr).toContain('GUICHET_SECRET is missing')
    const shopPort = await freePort()
    const shop = spawn(process.execPath, [exampleOf('guichet-client')], {
      env: { ...env, GUICHET_SECRET: receiverSecret, PORT: String(shopPort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let said = ''
      shop.stdout.on('data', chunk => (said += chunk))
      const lines = createInterface({ input: shop.stdout })[Symbol.asyncIterator]()
      const next = async () => String((await lines.next()).value)
      expect(await next()).toMatch(/^Send the payer to https:/)
      expect(await next()).toBe('Order 4711 24.90')
      expect(await next()).toBe('Waiting for events')
      await expectSoundReceiver(shopPort, () => said)
      expect(shop.exitCode).toBeNull()
    } finally {
      shop.kill()
      guichet.server.close()
    }
  })

  /** Runs an example to its end, and returns what it said. The bank in it leaves nothing behind. */
  async function runExample(name: PackageName): Promise<string> {
    const env = { ...process.env, TMPDIR: mkdtempSync(join(folder, 'temporary-')) }
    const program = ['--disable-warning=ExperimentalWarning', exampleOf(name)]
    const { stdout } = await execute(process.execPath, program, { cwd: project, env })
    expect(readdirSync(env.TMPDIR)).toEqual([])
    return stdout
  }

  test('the library’s links a customer of the bank and lists the accounts', async () => {
    const said = await runExample('@guichet/stet')
    expect(said).not.toBe('')
    for (const line of said.trim().split('\n')) expect(line).toMatch(/^.+ FR\d{2}19870\w+ EUR$/)
  })

  test('the bank’s opens a bank and gets a token', async () => {
    const said = await runExample('@guichet/sandbox')
    expect(said).toMatch(/^Customers: .*Camille 10020002/)
    expect(said).toMatch(/^A token for pisp, valid for 60 seconds$/m)
  })
})

test('medusa-payment-guichet is loaded as Medusa does: with require', patience, async () => {
  const program = `
    const { default: provided } = require('medusa-payment-guichet')
    console.log(provided.module, ...provided.services.map(({ identifier }) => identifier))`
  const { stdout } = await execute(process.execPath, ['-e', program], { cwd: project })
  expect(stdout).toBe('payment guichet\n')
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(project, 'node_modules/medusa-payment-guichet/package.json'), 'utf8'),
  )
  expect(dependencies).toEqual({ 'guichet-client': /[\d.]+(?=\.tgz)/.exec(tarballOf('guichet-client'))?.[0] })
  expect(Object.keys(peerDependencies)).toEqual(['@medusajs/framework'])
})

describe('npx @guichet/sandbox', patience, () => {
  const bin = join(project, 'node_modules/.bin/guichet-sandbox')

  test('opens the bank with its start page, and closes it in order', async () => {
    const [api, screens] = [await freePort(), await freePort()]
    const env = { ...process.env, SANDBOX_API_PORT: String(api), SANDBOX_SCREENS_PORT: String(screens) }
    const bank = spawn(process.execPath, [bin], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>(done => bank.once('exit', done))
    let complaints = ''
    bank.stderr.on('data', chunk => (complaints += chunk))
    let said = ''
    for await (const line of createInterface({ input: bank.stdout })) {
      said += `${line}\n`
      if (line.includes('qseal.pem')) break
    }
    expect(said).toContain(`http://sandbox.localhost:${screens}`)
    const health = await fetch(`http://127.0.0.1:${screens}/healthz`)
    expect(health.status).toBe(200)
    expect(readFileSync(join(project, 'guichet-sandbox/pki/ca.pem'), 'utf8')).toContain('BEGIN CERTIFICATE')
    bank.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(complaints).toBe('')
  })

  test('says what it takes, and what is wrong', async () => {
    const { stdout } = await execute(process.execPath, [bin, '--help'], { cwd: project })
    expect(stdout).toContain('npx @guichet/sandbox [--data DIR] [--log]')
    const env = { ...process.env, SANDBOX_API_PORT: 'http' }
    const failed = await execute(process.execPath, [bin], { cwd: project, env }).catch(
      (error: { stderr: string }) => error,
    )
    expect(failed.stderr).toBe('✖ SANDBOX_API_PORT must be a whole number from 0 to 65535, not "http"\n')
  })
})

describe('npx guichet-client', patience, () => {
  const bin = join(project, 'node_modules/.bin/guichet-client')

  test('says what it takes, what it can trigger, and what is wrong', async () => {
    const run = (...args: string[]) => execute(process.execPath, [bin, ...args], { cwd: project })
    expect((await run('--help')).stdout).toContain('guichet-client listen [--forward-to localhost:4242/webhook]')
    expect((await run('trigger', '--list')).stdout).toContain('payment.executed')
    const failed = await run('listen', '--forward-to', '').catch((error: { stderr: string }) => error)
    expect(failed.stderr).toBe('✖ Say where events are sent, such as --forward-to localhost:4242/webhook.\n')
  })
})

/** Guichet's API, as far as the client's example calls it: the answers of the reference. */
async function startApi(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const operation: Operation = request.method === 'POST' ? operations.createCheckoutSession : operations.listPayments
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answerOf(operation)))
  })
  return { server, origin: `http://127.0.0.1:${await listenHere(server)}` }
}
