/** A started stack with all its parts. */
export type Running = {
  /** Resolves with the name of the first part that ends by itself. */
  ended: Promise<string>
  stop: () => Promise<void>
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Starts, waits for a signal or until a part ends by itself, stops, and returns the exit code. Signals are handled from beginning
 * to end: one sent to a whole process group reaches us twice, because our starter forwards it, and the second must not end us
 * before everything has stopped. `start` gets an abort signal, and stops itself what it had started; `say` prints progress.
 */
export async function runUntilSignal(
  start: (asked: AbortSignal) => Promise<Running>,
  say: (line: string) => void,
): Promise<number> {
  const control = new AbortController()
  const { signal: asked } = control
  const hear = () => control.abort(new Error('Asked to stop while starting'))
  for (const name of signals) process.on(name, hear)
  try {
    const running = await start(asked)
    const reason = await Promise.race([running.ended.then(name => `The ${name} ended by itself`), whenAborted(asked)])
    say(`\n${reason}. Stopping …`)
    await running.stop()
    say('Everything is stopped; the data stays for the next start.')
    return asked.aborted ? 0 : 1
  } catch (error) {
    say(`\n✖ ${asked.aborted ? 'Asked to stop while starting. What was started is stopped.' : messageOf(error)}\n`)
    return asked.aborted ? 0 : 1
  }
}

function whenAborted(signal: AbortSignal): Promise<string> {
  return new Promise(done => {
    if (signal.aborted) done('Asked to stop')
    else signal.addEventListener('abort', () => done('Asked to stop'), { once: true })
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
