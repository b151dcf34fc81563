import { groupDomain } from '#sandbox/banks.ts'
import type { Step } from '#sandbox/wire/exchange.ts'

/** `GET /authorize` on the interface's host: redirects the browser to the host of the customers' screens. */
export const sendToScreens: Step = exchange => {
  const origin = `http://${exchange.bankCode}.${groupDomain}:${exchange.sandbox.ports.screens}`
  return { status: 302, headers: { Location: `${origin}${exchange.target}` } }
}
