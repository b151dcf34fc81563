import { spawn } from 'node:child_process'

/**
 * Runs a program in our place: our terminal is its terminal, signals to us are handed on, and its end is ours. `onEnd` is called
 * before we end.
 *
 * We stay until it has ended, whatever comes: it can stop in order only as long as nobody takes its terminal away. Ctrl-C reaches it
 * by itself; where nobody sits at a terminal an interrupt is sent to us alone and handed on too.
 */
export function execChild(file, args, { env = process.env, onEnd = () => undefined } = {}) {
  const child = spawn(file, args, { stdio: 'inherit', env })
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(`✖ ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    onEnd()
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
  })
}
