import { setTimeout as delay } from 'node:timers/promises'
import {
  firstToEnd,
  forgetProcesses,
  rememberProcesses,
  startProcess,
  stopLeftovers,
  stopProcess,
} from '#scripts/run/processes.ts'
import { runUntilSignal } from '#scripts/run/run-until-signal.ts'

// A stack of two parts that take a moment to stop, for run-until-signal.test.ts. With `slow` its start never completes.
const [, , dataDir = '', pace] = process.argv
const part = `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300)); setInterval(() => undefined, 1_000)`

const code = await runUntilSignal(async asked => {
  await stopLeftovers(dataDir, 'start another elsewhere', console.log)
  const parts = ['bank', 'application'].map(name => startProcess(name, dataDir, {}, ['-e', part, name]))
  rememberProcesses(dataDir, parts)
  const stop = async () => {
    for (const one of parts) await stopProcess(one)
    forgetProcesses(dataDir)
  }
  console.log(JSON.stringify({ starter: process.pid, parts: parts.map(({ child }) => child.pid) }))
  if (pace === 'slow') await delay(60_000, null, { signal: asked }).finally(stop)
  return { ended: firstToEnd(parts), stop }
}, console.log)
process.exit(code)
