import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { code, tableOf } from './table.ts'

const LoggedError = z.looseObject({
  type: z.string().describe('Its class.'),
  message: z.string(),
  code: z.string().optional().describe('What kind of error, e.g. ECONNREFUSED, P2002.'),
  stack: z.string(),
  cause: z.unknown().optional(),
})

/** A line of the log of an application or a worker. Other members depend on the message. */
export const LogLine = z.looseObject({
  level: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .describe('`fatal`, `error`, `warn`, `info`, `debug` or `trace`.'),
  time: z.iso.datetime().describe('UTC, milliseconds.'),
  service: z.literal('guichet').describe('`guichet`.'),
  msg: z.string().describe('One of the messages below.'),
  requestId: z.uuid().optional().describe('The request or job: also in the access log, audit events and spans.'),
  err: LoggedError.optional().describe(
    '`type` (its class), `message`, `code` (e.g. ECONNREFUSED, P2002), `stack` and `cause`.',
  ),
})

type Message = { readonly text: string; readonly levels: readonly string[]; readonly members: readonly string[] }

const calls = /\blog\(\)(?:\.(\w+)|\[([^\]]+)\])\(\s*(\{[^}]*\}|\w+)\s*,\s*'([^']+)'/g

/** Every message of the code, with its levels and the names of its members. */
export function listMessages(): readonly Message[] {
  const files = globSync(['lib/**/*.ts', 'app/**/*.ts', '*.ts']).filter(file => !file.endsWith('.test.ts'))
  const found = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(calls)].map(([, level, choice = '', object = '', text = '']) => ({
      text,
      levels: level ? [level] : [...choice.matchAll(/'(\w+)'/g)].map(([, one = '']) => one),
      members: membersOf(object),
    })),
  )
  return found.sort((one, other) => one.text.localeCompare(other.text, 'en'))
}

/** The names in an object literal; a spread is `…`. */
function membersOf(object: string): readonly string[] {
  const parts = object.replace(/^\{|\}$/g, '').split(',')
  return parts
    .map(part => part.trim())
    .flatMap(part => (part === '' ? [] : [part.startsWith('...') ? '…' : (part.split(':')[0] ?? '')]))
}

/** The text of docs/operations/logs.md, from the code. */
export function writeLogsPage(): string {
  const messages = [
    ...listMessages().map(({ text, levels, members }) => [text, levels.join(', '), code(members)]),
    ['database connection lost', 'warn', code(['code'])],
    ['listening', 'info', code(['event', 'listen', 'port'])],
  ]
  const members = Object.entries(LogLine.shape).map(([name, schema]) => [
    code([name]),
    schema.isOptional() ? '' : 'always',
    schema.description ?? '',
  ])
  return `# Logs

An application and a worker write one line of JSON per event to standard output (\`database connection lost\`: standard error); \`LOG_LEVEL\` is the least level. \`node scripts/docs/write.ts\` writes this
page. No line holds a token, code, signature, key, full IBAN, name or mail address (C50).
[vector.yaml](../../examples/production/vector.yaml) ships them. What the runtime says before the log exists, or when it crashes, is plain text.

${tableOf(['member', '', 'what'], members)}

To follow one request: the support id that a person is shown is \`supportId\` of a line. That line's \`requestId\` is the \`origin\` of the call log,
\`requestId\` of the audit trail, and \`guichet.request_id\` in the [traces](run.md#watch). \`bankRequestId\` is the X-Request-ID that the bank knows.

${tableOf(['message', 'level', 'members'], messages)}
`
}
