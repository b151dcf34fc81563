import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { hasEnded, stopProcess } from '#scripts/run/processes.ts'

/** A real Medusa from the registry. It is installed once, in a folder of its own: 670 MB are too much for a dependency. */

const version = '2.21.2'
export const medusaFolder = resolve('.data', 'medusa')
const shopFolder = join(medusaFolder, 'shop')
export const administrator = { email: 'shop@medusa.example', password: 'trois-ânes-et-un-phare' }
const startMs = 180_000

export const isMedusaInstalled = (): boolean =>
  versionIn(join(shopFolder, 'node_modules/@medusajs/medusa/package.json')) === version

const versionIn = (file: string): string | null =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null

/** Installs Medusa, unless it is there, and these tarballs beside it. Returns the folder. */
export function installMedusa(tarballs: readonly string[]): string {
  mkdirSync(shopFolder, { recursive: true })
  const names = ['cli', 'framework', 'medusa'].map(name => `@medusajs/${name}`)
  const dependencies = Object.fromEntries(names.map(name => [name, version]))
  writeFileSync(join(shopFolder, 'package.json'), JSON.stringify({ name: 'shop', private: true, dependencies }))
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...options, ...tarballs], { cwd: shopFolder, stdio: ['ignore', 'ignore', 'pipe'] })
  return shopFolder
}

export type Settings = {
  readonly databaseUrl: string
  readonly port: number
  /** Of the payment module: what `resolve` names, and its options. Without it: Medusa's own provider alone. */
  readonly provider?: { readonly resolve: string; readonly id: string; readonly options: object }
}

export type Medusa = {
  readonly origin: string
  /** As its administrator. */
  readonly admin: Ask
  /** As a storefront, with its publishable key. */
  readonly store: (publishableKey: string) => Ask
  readonly readLog: () => string
  readonly pid: number | undefined
  readonly stop: () => Promise<void>
}

type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<z.infer<Schema>>

/** Migrates an empty database, makes an administrator, and starts Medusa with one provider. Throws if it does not answer in three minutes. */
export async function startMedusa({ databaseUrl, port, provider }: Settings): Promise<Medusa> {
  const log = join(medusaFolder, 'medusa.log')
  writeFileSync(log, '')
  writeFileSync(join(shopFolder, 'medusa-config.js'), configOf(provider))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    LOG_LEVEL: 'info',
    MEDUSA_DISABLE_TELEMETRY: 'true',
  }
  const command = join(shopFolder, 'node_modules/@medusajs/cli/cli.js')
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [command, ...args], { cwd: shopFolder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  run('db:migrate')
  run('user', '--email', administrator.email, '--password', administrator.password)
  const child = spawn(process.execPath, [command, 'start'], { cwd: shopFolder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = createWriteStream(log)
  child.stdout.pipe(written)
  child.stderr.pipe(written)
  const stop = () => stopProcess({ name: 'medusa', child })
  const readLog = () => readFileSync(log, 'utf8')
  const origin = `http://localhost:${port}`
  const deadline = Date.now() + startMs
  while (!(await isHealthy(origin))) {
    if (!hasEnded(child) && Date.now() < deadline) await delay(300)
    else {
      await stop()
      throw new Error(`Medusa did not start:\n${readLog().slice(-3_000)}`)
    }
  }
  const signIn = await fetch(`${origin}/auth/user/emailpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const { token } = (await signIn.json()) as { token: string }
  return {
    origin,
    admin: asking(`${origin}/admin`, { authorization: `Bearer ${token}` }),
    store: publishableKey => asking(`${origin}/store`, { 'x-publishable-api-key': publishableKey }),
    readLog,
    pid: child.pid,
    stop,
  }
}

const isHealthy = (origin: string) =>
  fetch(`${origin}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Every answer is checked; a refusal is thrown with what Medusa said. */
function asking(base: string, headers: Readonly<Record<string, string>>): Ask {
  return async (schema, method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const said = await answer.text()
    if (!answer.ok) throw new MedusaRefused(`${method} ${path} was answered ${answer.status}: ${said.slice(0, 500)}`)
    return schema.parse(JSON.parse(said))
  }
}

export class MedusaRefused extends Error {
  override readonly name = 'MedusaRefused'
}

/** Without Redis: queues and locks are in its memory. */
function configOf(provider: Settings['provider']): string {
  const payment = { resolve: '@medusajs/medusa/payment', options: { providers: provider ? [provider] : [] } }
  const secret = 'only-for-this-machine'
  const config = {
    admin: { disable: true },
    projectConfig: {
      databaseUrl: '',
      http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: secret, cookieSecret: secret },
    },
    modules: [payment],
  }
  return `const { defineConfig } = require('@medusajs/framework/utils')
const config = ${JSON.stringify(config, null, 2)}
config.projectConfig.databaseUrl = process.env.DATABASE_URL
module.exports = defineConfig(config)
`
}
