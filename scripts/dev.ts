import { startHouse } from './house.ts'
import { readSettings } from './settings.ts'

// The same house with reload: next dev for the application, node --watch for the bank. Logs are in the data folder.
const settings = readSettings()
try {
  const house = await startHouse(settings, { mode: 'development', report: step => console.log(`  ${step}`) })
  console.log(
    `\n  ${house.appUrl} and http://sandbox.localhost:${settings.screensPort}, reloading. Logs: ${settings.dataDir}/logs. Ctrl-C stops.\n`,
  )
  const stop = new Promise<void>(done => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => done())
  })
  await Promise.race([stop, house.ended])
  await house.stop()
  process.exit(0)
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
