import { request } from 'node:http'
import { readSettings, schemeOf, tlsOf } from './settings.ts'

// The guided tour alone, beside an application and a bank that already run (npm run demo starts all three).
const settings = readSettings()
const { appPort, screensPort, tourPort } = settings
Object.assign(process.env, tlsOf(settings))
for (const port of [appPort, screensPort]) {
  if (await answers(port)) continue
  console.error(
    `Nothing answers on port ${port}. Start npm run demo first; PORT and SANDBOX_SCREENS_PORT name other ports.`,
  )
  process.exit(1)
}
await import('#tour/main.ts')
console.log(`The guided tour: ${schemeOf(settings)}://tour.localhost:${tourPort}`)

function answers(port: number): Promise<boolean> {
  return new Promise(done => {
    const asked = request({ host: '127.0.0.1', port, path: '/', headers: { host: `localhost:${port}` } }, answer => {
      answer.resume()
      done(true)
    })
    asked.on('error', () => done(false))
    asked.end()
  })
}
