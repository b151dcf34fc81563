import type { Step } from '#sandbox/wire/exchange.ts'

/** `GET /authorize` on the interface's host: redirects the browser to the host of the customers' screens. */
export const sendToScreens: Step = ({ sandbox, bankCode, target }) => ({
  status: 302,
  headers: { Location: `${sandbox.screensOf(bankCode)}${target}` },
})
