import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Runs the starter in its own group, like a service manager or CI runs `npm run demo`. */
const program = `
  import { execChild } from '#scripts/exec-child.mjs'
  execChild(process.execPath, ['--disable-warning=ExperimentalWarning', 'testing/setup/small-stack.ts', ...process.argv.slice(1)])
`
let dataDir: string
const begun: { child: ChildProcess; pids: number[] }[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'small-stack-'))
})
afterEach(() => {
  for (const { child, pids } of begun.splice(0)) {
    for (const pid of [child.pid ?? 0, ...pids]) if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** A zombie keeps its number. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function begin(...args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const one = { child, pids: [] as number[] }
  begun.push(one)
  const { pid = 0 } = child
  let said = ''
  const opened = await new Promise<{ starter: number; parts: number[] }>(done => {
    child.stdout?.on('data', data => {
      said += data
      const line = /^\{.*\}$/m.exec(said)?.[0]
      if (line) done(JSON.parse(line))
    })
  })
  one.pids.push(opened.starter, ...opened.parts)
  const ended = new Promise<number | null>(done => child.once('close', code => done(code)))
  /** Resolves when this was printed. */
  const until = (text: string) =>
    new Promise<void>(done => {
      const look = () => {
        if (said.includes(text)) done()
      }
      child.stdout?.on('data', look)
      look()
    })
  return { ...opened, pid, ended, until, said: () => said }
}

type Asked = { readonly pid: number; readonly until: (text: string) => Promise<void> }

describe('a stop signal (H11)', () => {
  test.each([
    ['one signal to whoever started it', ({ pid }: Asked) => process.kill(pid, 'SIGTERM')],
    ['a signal to the whole group', ({ pid }: Asked) => process.kill(-pid, 'SIGTERM')],
    [
      'a signal to the group, and every kind again while it stops',
      async ({ pid, until }: Asked) => {
        process.kill(-pid, 'SIGTERM')
        await until('Stopping')
        for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.kill(-pid, signal)
      },
    ],
    ['an interrupt where nobody sits at a terminal', ({ pid }: Asked) => process.kill(pid, 'SIGINT')],
  ])('%s: every part has ended before it ends, with code 0', async (_, ask) => {
    const stack = await begin()
    await ask(stack)
    expect(await stack.ended).toBe(0)
    expect(stack.said()).toContain('Everything is stopped')
    expect([stack.starter, ...stack.parts].filter(isAlive)).toEqual([])
    expect(existsSync(join(dataDir, 'stack.json'))).toBe(false)
  })

  test('during the start: what was started is stopped', async () => {
    const stack = await begin('slow')
    process.kill(-stack.pid, 'SIGTERM')
    process.kill(-stack.pid, 'SIGTERM')
    expect(await stack.ended).toBe(0)
    expect(stack.said()).toContain('Asked to stop while starting')
    expect(stack.parts.filter(isAlive)).toEqual([])
  })
})

describe('a part that is killed (H11)', () => {
  test('stops the others, and the stack names it', async () => {
    const stack = await begin()
    process.kill(stack.parts[1] ?? 0, 'SIGKILL')
    expect(await stack.ended).toBe(1)
    expect(stack.said()).toContain('The application ended by itself')
    expect(stack.parts.filter(isAlive)).toEqual([])
  })

  test('the starter itself: the next start stops what it left running', async () => {
    const first = await begin()
    process.kill(first.starter, 'SIGKILL')
    expect(await first.ended).toBe(1)
    expect(first.parts.filter(isAlive)).toEqual(first.parts)
    const second = await begin()
    expect(second.said()).toContain('Stopping the bank that an interrupted start left behind')
    expect(first.parts.filter(isAlive)).toEqual([])
    process.kill(second.pid, 'SIGTERM')
    expect(await second.ended).toBe(0)
  })
})
