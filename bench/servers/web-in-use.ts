import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { buildApplication } from '#scripts/build/build.ts'
import { freePort } from '#scripts/run/postgres.ts'

/** Web processes of the production build alone, without worker, bank and mailbox, on the database and the certificates of this process. */
export type Web = {
  readonly children: readonly ChildProcess[]
  /** Asks one after the other, with the public host, and reads the whole answer. Throws unless its status is `status`, by default 200. */
  readonly ask: (path: string, wish?: Wish) => Promise<string>
  readonly stop: () => Promise<void>
}

type Wish = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown; readonly status?: number }

export async function startWeb(count: number): Promise<Web> {
  await buildApplication(step => console.error(`  ${step}`))
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const host = `localhost:${ports[0]}`
  const children = ports.map(port => startServer(port, host))
  const pools = ports.map(port => new Pool(`http://127.0.0.1:${port}`, { connections: 8 }))
  let asked = 0
  const ask: Web['ask'] = async (path, { headers = {}, body, status = 200 } = {}) => {
    const pool = pools[asked++ % pools.length]
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await pool?.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, 'accept-encoding': 'gzip', ...json, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = (await answer?.body.text()) ?? ''
    if (answer?.statusCode !== status) throw new Error(`${path} answered ${answer?.statusCode}: ${text.slice(0, 300)}`)
    return text
  }
  const stop = async () => {
    await Promise.all(pools.map(pool => pool.close()))
    await Promise.all(children.map(stopChild))
  }
  try {
    for (const at of ports.keys())
      await untilHealthy(children[at], () =>
        pools[at]?.request({ path: '/api/health', method: 'GET', headers: { host } }),
      )
  } catch (error) {
    await stop()
    throw error
  }
  return { children, ask, stop }
}

function startServer(port: number, host: string): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/serve.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      LISTEN: '127.0.0.1',
      APP_URL: `http://${host}`,
      AUTH_SECRET: 'a secret of the benchmark, of more than 32 characters',
      GUICHET_WORKER: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilHealthy(
  child: ChildProcess | undefined,
  look: () => Promise<Awaited<ReturnType<Pool['request']>>> | undefined,
) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(50)) {
    if (child === undefined || child.exitCode !== null) break
    const answer = await look()?.catch(() => null)
    await answer?.body.dump()
    if (answer?.statusCode === 200) return
  }
  throw new Error('a web process did not start')
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}
