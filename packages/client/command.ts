import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createClient, GuichetNoAnswer, isProblem } from './index.ts'
import { listen } from './listen.ts'
import { isTrigger, TriggerFault, trigger, triggers } from './trigger.ts'

const usage = `guichet-client listen [--forward-to localhost:4242/webhook] [--events payment.executed,…]
guichet-client trigger payment.executed [--session ID | --return-url URL]
guichet-client trigger --list

listen   shows each event of your test key until Ctrl-C, or sends it, signed, to an address of this machine and prints the answer
trigger  makes an event happen at the sandbox bank: a session is paid, refused, withdrawn or refunded

  --forward-to   where events are sent: host, port and path; without it, they are shown
  --events       only these types, separated by commas
  --session      a checkout session of yours; without it, one is created
  --return-url   a registered return address, for that session; without it, that of your newest one

GUICHET_KEY     a test key: with the scope events:read for listen, with payments:write too for trigger, refunds:write for refunds,
                and webhooks:read and webhooks:write for endpoint.test
GUICHET_ORIGIN  where Guichet is (http://localhost:3000)
GUICHET_SECRET  signs what is sent; without it, listen makes a secret and prints it`

/** A fault of the command line or the environment: a sentence, not a stack trace. */
class Misuse extends Error {}

const [command = '', ...args] = process.argv.slice(2)
try {
  if (/^(--help|-h|help)$/.test(command)) console.log(usage)
  else if (command === 'listen') await runListen(args)
  else if (command === 'trigger') await runTrigger(args)
  else throw new Misuse(command === '' ? usage : `There is no command ${command}.\n\n${usage}`)
} catch (error) {
  console.error(`✖ ${wordsOf(error)}`)
  process.exitCode = 1
}

async function runListen(given: string[]): Promise<void> {
  const { values } = parse(given, { 'forward-to': { type: 'string' }, events: { type: 'string' } })
  if (values.help) return console.log(usage)
  const to = values['forward-to']
  const target = to === undefined ? null : addressOf(String(to))
  const types = String(values.events ?? '')
    .split(',')
    .map(type => type.trim())
    .filter(type => type !== '')
  const control = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => control.abort())
  const secret = process.env.GUICHET_SECRET || `whsec_${randomBytes(32).toString('base64')}`
  const purpose = target === null ? 'Shows events.' : `Sends events to ${target.href}.`
  console.log(`${purpose} Ctrl-C ends it.${target === null ? '' : `\nSigning secret: ${secret}`}`)
  const { guichet } = connect()
  await listen({ guichet, target, types, secret, say: line => console.log(line), signal: control.signal })
}

async function runTrigger(given: string[]): Promise<void> {
  const options = { list: { type: 'boolean' }, session: { type: 'string' }, 'return-url': { type: 'string' } } as const
  const { values, positionals } = parse(given, options)
  if (values.help) return console.log(usage)
  const list = Object.entries(triggers)
    .map(([type, { about }]) => `  ${type.padEnd(34)}${about}`)
    .join('\n')
  if (values.list) return console.log(list)
  const [name = '', ...more] = positionals
  if (!isTrigger(name)) throw new Misuse(`${name === '' ? 'Name an event' : `${name} can't be triggered`}:\n${list}`)
  if (more.length > 0) throw new Misuse(`One event at a time: ${more.join(' ')} is too much.`)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  const wish = { sessionId: textOf(values.session), returnUrl: textOf(values['return-url']) }
  const { eventId, paymentId } = await trigger(name, { ...connect(), ...wish })
  const what = name.startsWith('refund.') ? 'refund' : 'payment'
  console.log(`${name}  ${eventId}${paymentId === null ? '' : `  of ${what} ${paymentId}`}`)
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

type Parsed = {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

function parse(args: string[], options: Options): Parsed {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs<{ options: Options; allowPositionals: true; args: string[] }>({
      args,
      options: all,
      allowPositionals: true,
    })
  } catch (error) {
    throw new Misuse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function connect() {
  const { GUICHET_KEY: key = '', GUICHET_ORIGIN: origin = 'http://localhost:3000' } = process.env
  if (key === '') throw new Misuse('GUICHET_KEY is not set: create a test key in the dashboard, under API keys.')
  if (!key.startsWith('gk_test_')) throw new Misuse('GUICHET_KEY is no test key: it begins with gk_test_.')
  if (!URL.canParse(origin))
    throw new Misuse(`GUICHET_ORIGIN is "${origin}": give an address such as http://localhost:3000.`)
  return { origin, guichet: createClient({ key, origin }) }
}

function addressOf(text: string): URL {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (text === '' || !URL.canParse(address)) {
    throw new Misuse('Say where events are sent, such as --forward-to localhost:4242/webhook.')
  }
  return new URL(address)
}

function wordsOf(error: unknown): string {
  if (error instanceof Misuse || error instanceof TriggerFault) return error.message
  if (isProblem(error)) return `Guichet refused. ${error.message} (${error.code})`
  if (error instanceof GuichetNoAnswer)
    return 'No answer from Guichet. Is it running, and is GUICHET_ORIGIN its address?'
  return error instanceof Error ? error.message : String(error)
}
