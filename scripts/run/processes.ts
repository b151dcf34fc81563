import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes that a stack is made of, each in a process group of its own. */
export type StackProcess = { name: string; child: ChildProcess }

/** In its own group, so that Ctrl-C and signals to our group reach only us and we stop the parts in order. */
export function startProcess(name: string, dataDir: string, env: Record<string, string>, args: string[]): StackProcess {
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const log = createWriteStream(join(dataDir, 'logs', `${name}.log`), { flags: 'a' })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout?.pipe(log)
  child.stderr?.pipe(log)
  return { name, child }
}

export async function stopProcess({ child }: StackProcess): Promise<void> {
  if (hasEnded(child) || !child.pid) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(late)
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Resolves with the name of the first part that ends. */
export function firstToEnd(parts: readonly StackProcess[]): Promise<string> {
  return Promise.race(
    parts.map(
      ({ name, child }) =>
        new Promise<string>(done => {
          if (hasEnded(child)) done(name)
          else child.once('exit', () => done(name))
        }),
    ),
  )
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'stack.json')
}

type Remembered = { starter: number; parts: { name: string; pid: number; marker: string }[] }

/** Records which processes run, for a start after a kill. */
export function rememberProcesses(dataDir: string, parts: readonly StackProcess[]): void {
  const remembered: Remembered = {
    starter: process.pid,
    parts: parts.map(({ name, child }) => ({ name, pid: child.pid ?? 0, marker: child.spawnargs.slice(2).join(' ') })),
  }
  writeFileSync(pidFile(dataDir), JSON.stringify(remembered))
}

export function forgetProcesses(dataDir: string): void {
  rmSync(pidFile(dataDir), { force: true })
}

/**
 * Stops the parts that a killed start left running. Returns whether there was such a start. Throws if its starter is still alive;
 * `elsewhere` says what to do then.
 */
export async function stopLeftovers(
  dataDir: string,
  elsewhere: string,
  report: (step: string) => void,
): Promise<boolean> {
  if (!existsSync(pidFile(dataDir))) return false
  const { starter, parts } = JSON.parse(readFileSync(pidFile(dataDir), 'utf8')) as Remembered
  if (starter !== process.pid && commandOf(starter)?.includes('scripts/')) {
    throw new Error(
      `Guichet already runs from this data folder (process ${starter}). Stop it with Ctrl-C there or with "kill ${starter}", or ${elsewhere}`,
    )
  }
  for (const { name, pid, marker } of parts) {
    const command = commandOf(pid)
    // Next changes its process title, so that is compared too.
    if (!command || !(command.includes(marker) || /next-server|next/.test(command))) continue
    report(`Stopping the ${name} that an interrupted start left behind`)
    process.kill(pid, 'SIGKILL')
    while (commandOf(pid)) await new Promise(done => setTimeout(done, 20))
  }
  forgetProcesses(dataDir)
  return true
}

function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  const file = `/proc/${pid}/cmdline`
  if (!existsSync('/proc/self/cmdline')) return 'scripts/'
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() || null : null
}
