import { runUntilSignal } from './run-until-signal.ts'
import { readSettings, schemeOf } from './settings.ts'
import { startStack } from './stack.ts'

// The stack with reload: Next's development server for the application, node --watch for the bank. Logs are in the data folder.
const code = await runUntilSignal(async signal => {
  const settings = readSettings()
  const report = (step: string) => console.log(`  ${step}`)
  const stack = await startStack(settings, { mode: 'development', report, signal })
  console.log(
    `\n  ${stack.appUrl} and ${schemeOf(settings)}://sandbox.localhost:${settings.screensPort}, reloading. Logs: ${settings.dataDir}/logs. Ctrl-C stops.\n`,
  )
  return stack
}, console.log)
process.exit(code)
