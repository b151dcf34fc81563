import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { ensurePki } from '#sandbox/pki/ensure.ts'
import { ensureDatabase, ensurePostgres, freePort, removePostgres } from '#scripts/postgres.ts'
import { buildImage, type Image, insideOf } from './build.ts'

export type ImageReport = { readonly megabytes: number; readonly faults: readonly string[] }

/**
 * Builds the image of examples/production as `buildImage` does, and runs migration, application and worker from it as compose.yaml does:
 * as an ordinary user without capabilities, on a file system that is read-only but for /tmp, with its health check asked.
 */
export async function runImage(tell: (step: string) => void): Promise<ImageReport> {
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  const dataDir = join(folder, 'database')
  try {
    const image = buildImage(folder, tell)
    const postgres = await ensurePostgres(dataDir, await freePort())
    await ensureDatabase(postgres, 'guichet')
    const faults = await tryImage(image, await settingsFor(folder, postgres.urlOf('guichet')), tell)
    return { megabytes: sizeOf(join(image.root, image.folder)), faults }
  } finally {
    await removePostgres(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Settings = { readonly env: Readonly<Record<string, string>>; readonly volumes: Readonly<Record<string, string>> }

const Compose = z.looseObject({
  'x-guichet': z.looseObject({ environment: z.record(z.string(), z.string()), volumes: z.array(z.string()) }),
})

/** What compose.yaml sets, and .env and secrets/ beside it. */
async function settingsFor(folder: string, databaseUrl: string): Promise<Settings> {
  const { environment, volumes } = Compose.parse(
    parse(readFileSync('examples/production/compose.yaml', 'utf8'), { merge: true }),
  )['x-guichet']
  const [, place = ''] = /^\.\/secrets:([^:]+):ro$/.exec(volumes[0] ?? '') ?? []
  const [pki, secrets] = [join(folder, 'pki'), join(folder, 'secrets')]
  await ensurePki(pki, {
    tpp: { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] },
  })
  cpSync(join(pki, 'tpp'), secrets, { recursive: true })
  cpSync(join(pki, 'ca.pem'), join(secrets, 'bank-ca.pem'))
  for (const name of ['.', ...readdirSync(secrets)]) chownSync(join(secrets, name), 1_000, 1_000)
  const own = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(33).toString('base64'),
    VAULT_KEYS: `k1:${randomBytes(32).toString('base64url')}`,
  }
  return { env: { ...environment, ...own }, volumes: { [place]: secrets } }
}

async function tryImage(image: Image, settings: Settings, tell: (step: string) => void): Promise<readonly string[]> {
  const faults: string[] = []
  const [port, workerPort] = [String(await freePort()), String(await freePort())]
  const inside = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => [
    ...insideOf(image, { env: { ...settings.env, ...env }, volumes: settings.volumes }),
    ...words,
  ]
  const ask = (words: readonly string[], env?: Readonly<Record<string, string>>) =>
    spawnSync('bwrap', inside(words, env), { encoding: 'utf8' })

  const user = ask(['id', '-un']).stdout.trim()
  if (user !== image.user || user === 'root') faults.push(`it runs as ${user}`)
  for (const path of ['/app/x', '/run/guichet/x', '/etc/x'])
    if (ask(['touch', path]).status === 0) faults.push(`${path} can be written`)

  tell('migrate')
  const migrated = ask([...image.entrypoint, 'scripts/migrate.ts'])
  if (migrated.status !== 0) faults.push(`migrate: ${migrated.stderr}`)
  tell('publish-static')
  // A new volume of Docker is what the image has at its place.
  const served = '/var/lib/guichet'
  const writable = { [served]: join(image.root, served) }
  const publish = [...image.entrypoint, 'scripts/publish-static.ts', '--to', served]
  const published = spawnSync('bwrap', [...insideOf(image, { writable }), ...publish], { encoding: 'utf8' })
  if (published.status !== 0) faults.push(`publish-static: ${published.stderr}`)
  const parts = [
    { command: image.command, env: { PORT: port, HEALTH_PORT: port } },
    { command: ['scripts/worker.ts'], env: { WORKER_PORT: workerPort, HEALTH_PORT: workerPort } },
  ]
  for (const { command, env } of parts) {
    const name = basename(command[0] ?? '')
    tell(name)
    const said: string[] = []
    const child = spawn('bwrap', inside([...image.entrypoint, ...command], env), { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
    const isHealthy = await becomesHealthy(child, () => ask(image.health, env).status === 0)
    if (!isHealthy) faults.push(`${name} is not healthy within a minute: ${said.join('').slice(-2_000)}`)
    const code = await stop(child)
    if (code !== 0) faults.push(`${name} ended with ${code} after SIGTERM`)
  }
  return faults
}

async function becomesHealthy(child: ChildProcess, check: () => boolean): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (child.exitCode === null && Date.now() < deadline) {
    if (check()) return true
    await delay(1_000)
  }
  return false
}

/** SIGTERM to the program itself: bwrap, its parent, hands on its exit code. */
async function stop(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode !== null) return child.exitCode
  const gone = once(child, 'exit')
  const { stdout } = spawnSync('pgrep', ['--parent', String(child.pid)], { encoding: 'utf8' })
  const programs = stdout.split('\n').filter(Boolean)
  for (const pid of programs) {
    const inner = spawnSync('pgrep', ['--parent', pid], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
    for (const one of inner.length > 0 ? inner : [pid]) process.kill(Number(one), 'SIGTERM')
  }
  const late = setTimeout(() => child.kill('SIGKILL'), 25_000)
  const [code, signal] = await gone
  clearTimeout(late)
  return code ?? signal
}

function sizeOf(path: string): number {
  return Number.parseInt(spawnSync('du', ['--summarize', '--block-size=1M', path], { encoding: 'utf8' }).stdout, 10)
}
