import { startHouse } from './house.ts'
import { readSettings } from './settings.ts'
import { runUntilStopped } from './until-stopped.ts'

// The same house with reload: Next's development server for the application, node --watch for the bank. Logs are in the data folder.
const code = await runUntilStopped(async signal => {
  const settings = readSettings()
  const report = (step: string) => console.log(`  ${step}`)
  const house = await startHouse(settings, { mode: 'development', report, signal })
  console.log(
    `\n  ${house.appUrl} and http://sandbox.localhost:${settings.screensPort}, reloading. Logs: ${settings.dataDir}/logs. Ctrl-C stops.\n`,
  )
  return house
}, console.log)
process.exit(code)
