import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Processor time of other processes: what a unit of work costs, whoever else uses the machine. Linux only; 0 elsewhere. */

/** Of the kernel's accounting, which is 100 a second on every usual system. */
const tickMs = 10

type Times = { readonly parent: number; readonly ownMs: number; readonly endedChildrenMs: number }

function timesOf(pid: number | string): Times | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), ownMs: tickMs * (at(11) + at(12)), endedChildrenMs: tickMs * (at(13) + at(14)) }
  } catch {
    return null
  }
}

/** Milliseconds so far of one process with all of its threads. */
export function cpuMsOf(pid: number | undefined): number {
  return timesOf(pid ?? 0)?.ownMs ?? 0
}

/** Milliseconds so far of a process and its children, ended ones included: of a PostgreSQL, given its postmaster. */
export function cpuMsOfFamily(pid: number): number {
  const first = timesOf(pid)
  if (first === null) return 0
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), first.ownMs + first.endedChildrenMs)
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return all.map(Number).filter(one => timesOf(one)?.parent === pid)
}

/** The process that started another; 0 if that can't be read. */
export function parentOf(pid: number): number {
  return timesOf(pid)?.parent ?? 0
}

/** Whether processes can be kept on one core here: several cores, and util-linux. */
export function canPin(): boolean {
  return process.platform === 'linux' && availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0
}

/** Keeps a process, its threads and its children, those to come too, on some cores: `0`, `0,2-7`. */
export function pin(pid: number | undefined, cores: string): void {
  if (pid === undefined) return
  for (const one of [pid, ...childrenOf(pid)]) spawnSync('taskset', ['-a', '-p', '-c', cores, String(one)])
}
