import { resolve } from 'node:path'
import type { StackSettings } from '#scripts/settings.ts'
import { settingsOnFreePorts } from '#scripts/stack.ts'

// Chosen once, by the process that starts the stack: those that run the journeys inherit its environment.
process.env.JOURNEYS_STACK ??= JSON.stringify(await settingsOnFreePorts(resolve('.data', 'journeys'), null))
export const settings: StackSettings = JSON.parse(process.env.JOURNEYS_STACK)

export const appUrl = `http://localhost:${settings.appPort}`
export const mailboxUrl = `http://127.0.0.1:${settings.mailboxPort}`
export const bankStartPage = `http://sandbox.localhost:${settings.screensPort}`
