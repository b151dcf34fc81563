import { request } from 'undici'
import { readEnv } from '#lib/env.ts'
import { collectLogos } from '#lib/services/banks/logos.ts'
import { registerAtPlatform } from '#lib/services/banks/registration.ts'

// Reports its result in a sentence; the calls are in the call log.
process.env.LOG_LEVEL ??= 'warn'

// Registers our application at the bank through its registration interface; a valid registration is not changed.
const { clientId } = await registerAtPlatform('sandbox')
console.log(`Registered at the bank through its registration interface: client_id ${clientId}`)
// Its start page serves the marks of its banks.
const screens = `http://127.0.0.1:${readEnv('SANDBOX_SCREENS_PORT')}`
const stored = await collectLogos(async code => {
  const headers = { host: `sandbox.localhost:${readEnv('SANDBOX_SCREENS_PORT')}` }
  const { statusCode, body } = await request(`${screens}/assets/mark-${code}.svg`, { headers })
  return statusCode === 200 ? body.text() : body.dump().then(() => null)
})
if (stored > 0) console.log(`Logos of ${stored} banks stored`)
process.exit(0)
