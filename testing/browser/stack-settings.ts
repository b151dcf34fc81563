import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type StackSettings, schemeOf, tlsOf } from '#scripts/run/settings.ts'
import { settingsOnFreePorts } from '#scripts/run/stack.ts'

// Chosen once, by the process that starts the stack: those that run the journeys inherit its environment.
process.env.JOURNEYS_STACK ??= JSON.stringify(await settingsOnFreePorts(resolve('.data', 'journeys'), null, true))
export const settings: StackSettings = JSON.parse(process.env.JOURNEYS_STACK)

// The processes that run the journeys trust the stack's authority as its own parts do.
const tls = tlsOf(settings)
Object.assign(process.env, tls)
const certificate = join(tls.LOCAL_TLS ?? '', 'server.pem')
/** Arguments by which Chromium takes the stack's certificate for valid, once it is made: a page with a wrong one has no passkeys and no cache. */
export const trustingArgs = existsSync(certificate)
  ? [`--ignore-certificate-errors-spki-list=${keyHashOf(certificate)}`]
  : []

function keyHashOf(file: string): string {
  const key = new X509Certificate(readFileSync(file)).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

export const appUrl = `${schemeOf(settings)}://localhost:${settings.appPort}`
/** For programs, which don't know the stack's authority. */
export const apiUrl = `http://localhost:${settings.appPort}`
export const mailboxUrl = `http://127.0.0.1:${settings.mailboxPort}`
export const tourUrl = `${schemeOf(settings)}://tour.localhost:${settings.tourPort}`
export const bankStartPage = `${schemeOf(settings)}://sandbox.localhost:${settings.screensPort}`
