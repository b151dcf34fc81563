import { demoShop } from '#prisma/seed.ts'
import { runClientCommand } from './client-command.ts'

/**
 * `npm run trigger payment.executed`: the command of packages/client, with the key in GUICHET_KEY, or else with one of the
 * running demonstration's merchant and a return address of it.
 */
const args = process.argv.slice(2)
const [returnUrl = ''] = demoShop.returnUrls
const isNamed = args.some(arg => /^--(session|return-url)\b/.test(arg))
const more = process.env.GUICHET_KEY || isNamed ? [] : ['--return-url', returnUrl]
process.exitCode = await runClientCommand('trigger', [...args, ...more])
