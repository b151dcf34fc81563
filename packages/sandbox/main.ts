import { ensurePki, listUrlOf } from './pki/ensure.ts'
import { serveBank } from './serve-bank.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings(process.env)
  // Only the bank itself knows the port at which its CRL will be served.
  await ensurePki(`${settings.dataDir}/pki`, { listUrl: listUrlOf(settings.screensPort) })
  const bank = await serveBank(settings)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void bank.stop().then(() => process.exit(0)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
