/**
 * What happens before the first request: the environment is checked, the requests' peers are written down, the worker
 * starts. A throw in here would leave a server that answers 500 to everything, so a bad start ends the process instead.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  try {
    const { loadEnv } = await import('#lib/env.ts')
    const env = loadEnv()
    const { recordPeers } = await import('#app/presence.ts')
    recordPeers(env.TRUSTED_PROXIES)
    if (env.GUICHET_WORKER) await startWorker()
  } catch (error) {
    await endProcess(error)
  }
}

async function startWorker(): Promise<void> {
  const { startJobs } = await import('#lib/jobs/start.ts')
  const worker = await startJobs()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void worker.stop())
}

async function endProcess(error: unknown): Promise<never> {
  const { scrubText } = await import('#lib/log.ts')
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Guichet can't start. ${scrubText(message)}\n`)
  process.exit(1)
}
