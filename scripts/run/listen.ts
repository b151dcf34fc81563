import { runClientCommand } from './client-command.ts'

/**
 * `npm run listen -- --forward-to localhost:4242/webhook`: the command of packages/client, with the key in GUICHET_KEY, or else
 * with one of the running demonstration's merchant. Without an address it shows the events.
 */
process.exitCode = await runClientCommand('listen', process.argv.slice(2))
