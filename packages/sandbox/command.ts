import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { banks } from './banks.ts'
import { runKeys } from './keys.ts'
import { openBank } from './open-bank.ts'

const usage = `npx @guichet/sandbox [--data DIR] [--log]
npx @guichet/sandbox keys --org NUMBER --name NAME --out DIR

Opens five invented banks on this machine: account information, payment initiation and registration over mutual TLS, customers' screens
and a control desk. Certificates are made at the first start, the store is one SQLite file; both are kept in DIR (guichet-sandbox).
\`keys\` makes the certificates of a further TPP (\`keys --help\`).

  --data DIR   folder of the certificates and the store
  --log        writes the bank's log to standard error, an object a line

SANDBOX_API_PORT (8443), SANDBOX_SCREENS_PORT (8080) and SANDBOX_LISTEN (127.0.0.1) change where it listens. README.md has all settings.`

const [, , first, ...rest] = process.argv
try {
  if (first === 'keys') process.exit(await runKeys(rest, 'npx @guichet/sandbox keys', 'guichet-sandbox'))
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: 'guichet-sandbox' },
      log: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(usage)
  else await open(resolve(values.data), values.log ?? false)
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function open(dataDir: string, isLogged: boolean): Promise<void> {
  const settings = { SANDBOX_API_PORT: '8443', SANDBOX_SCREENS_PORT: '8080', ...process.env }
  const write = (event: Readonly<Record<string, unknown>>) =>
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`)
  const bank = await openBank({ dataDir, settings, ...(isLogged ? { log: write } : {}) })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void bank.close().then(() => process.exit(0)))
  const [first] = banks
  console.log(`The bank is open. Ctrl-C closes it.

  Start page        ${bank.screensUrlOf()}  (banks, customers, calls to copy)
  Control desk      ${bank.screensUrlOf()}/desk
  Interface         ${bank.baseUrlOf(first?.code ?? '')}  (mutual TLS)
  Its authority     ${bank.files.ca}
  Your certificates ${bank.files.qwac}
                    ${bank.files.qseal}`)
}
