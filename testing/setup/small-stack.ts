import { setTimeout as delay } from 'node:timers/promises'
import { firstToEnd, forgetParts, rememberParts, startPart, stopLeftovers, stopPart } from '#scripts/parts.ts'
import { runUntilStopped } from '#scripts/until-stopped.ts'

// A stack of two parts that take a moment to stop, for until-stopped.test.ts. With `slow` its start never completes.
const [, , dataDir = '', pace] = process.argv
const part = `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300)); setInterval(() => undefined, 1_000)`

const code = await runUntilStopped(async asked => {
  await stopLeftovers(dataDir, 'start another elsewhere', console.log)
  const parts = ['bank', 'application'].map(name => startPart(name, dataDir, {}, ['-e', part, name]))
  rememberParts(dataDir, parts)
  const stop = async () => {
    for (const one of parts) await stopPart(one)
    forgetParts(dataDir)
  }
  console.log(JSON.stringify({ starter: process.pid, parts: parts.map(({ child }) => child.pid) }))
  if (pace === 'slow') await delay(60_000, null, { signal: asked }).finally(stop)
  return { ended: firstToEnd(parts), stop }
}, console.log)
process.exit(code)
