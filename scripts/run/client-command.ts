import { spawn } from 'node:child_process'
import { demoShop } from '#prisma/seed.ts'
import { describeError } from '#scripts/command.ts'
import { openDemoMerchant } from './demo-merchant.ts'

/**
 * Runs a command of packages/client to its end and returns its exit code. Without GUICHET_KEY it gets a test key of the running
 * demonstration's merchant, which is revoked afterwards.
 */
export async function runClientCommand(command: string, args: readonly string[]): Promise<number> {
  const needsNoKey = args.some(arg => /^(--list|--help|-h)$/.test(arg))
  if (process.env.GUICHET_KEY || needsNoKey) return run([command, ...args], {})
  try {
    const { key, origin, close } = await openDemoMerchant(`npm run ${command}`, [
      'payments:write',
      'refunds:write',
      'events:read',
    ])
    console.error(`GUICHET_KEY is not set: as ${demoShop.name}, the demonstration's merchant.`)
    const code = await run([command, ...args], { GUICHET_KEY: key, GUICHET_ORIGIN: origin })
    await close()
    return code
  } catch (error) {
    console.error(`✖ ${describeError(error)}\n  To use another installation, set GUICHET_KEY and GUICHET_ORIGIN.`)
    return 1
  }
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, ['packages/client/command.ts', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise(done => child.once('exit', code => done(code ?? 1)))
}
