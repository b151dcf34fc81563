import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exampleIds } from '#lib/views/v1/members.ts'
import { nounOf, nouns, type Operation } from '#lib/views/v1/operation.ts'
import { namedOperations, type OperationName } from '#lib/views/v1/operations.ts'
import { exampleReturnUrl } from '#lib/views/v1/samples.ts'

/**
 * A collection for Bruno (usebruno.com), made by `npm run pack -- bruno` from the table of operations and their examples: a request for each operation,
 * in an order in which they can be run one after the other.
 */

/** A registered return address of the demonstration's merchant. */
export const demoReturnUrl = 'https://librairie-du-port.example/merci'

/** The tags in an order in which each finds what it needs. */
const tags: readonly Operation['tag'][] = [
  'Checkout',
  'Banks',
  'Payment links',
  'Webhooks',
  'Events',
  'Payments',
  'Refunds',
  'Invoices',
  'Reconciliation',
  'Settlement',
  'Test mode',
]

/** Of the demonstration on its ports, unless others are named. */
function readTarget(env: NodeJS.ProcessEnv) {
  const {
    GUICHET_ORIGIN: origin = `http://localhost:${env.PORT || 3000}`,
    GUICHET_RETURN_URL: returnUrl = demoReturnUrl,
  } = env
  return { origin, returnUrl }
}

/** Every file of the collection by its path in the folder. */
export function writeCollection(env: NodeJS.ProcessEnv = process.env): ReadonlyMap<string, string> {
  const { origin, returnUrl } = readTarget(env)
  const files = tags.flatMap((tag, at) => {
    const ofTag = namedOperations.filter(([, operation]) => operation.tag === tag).toSorted(byTurn)
    const folder = [block('meta', [`name: ${tag}`, `seq: ${at + 1}`]), ...(tag === 'Refunds' ? [refundDocs] : [])].join(
      '\n',
    )
    return [
      [`${tag}/folder.bru`, folder] as const,
      ...ofTag.map(([name, one], turn) => [`${tag}/${one.summary}.bru`, writeRequest(name, one, turn + 1)] as const),
    ]
  })
  return new Map<string, string>([
    [
      'bruno.json',
      `${JSON.stringify({ version: '1', name: 'Guichet API', type: 'collection', ignore: [] }, null, 2)}\n`,
    ],
    ['collection.bru', [block('auth', ['mode: bearer']), block('auth:bearer', ['token: {{key}}'])].join('\n')],
    [
      'environments/Demonstration.bru',
      `${block('vars', [`origin: ${origin}`, `return_url: ${returnUrl}`])}vars:secret [\n  key\n]\n`,
    ],
    ...files,
  ])
}

/** Created, read, changed, deleted. */
function byTurn([, one]: readonly [string, Operation], [, other]: readonly [string, Operation]): number {
  return turnOf(one) - turnOf(other)
}

function turnOf({ method, path }: Operation): number {
  if (method === 'post') return path.includes('{id}') ? 2 : 0
  return { get: 1, patch: 3, delete: 4 }[method]
}

/** Nothing of theirs can be made by the API: their lists say an id. */
const onlyRead: readonly OperationName[] = ['listEvents', 'listInvoices', 'listCredits']

function writeRequest(name: OperationName, operation: Operation, turn: number): string {
  const { method, path, summary, description, status, requests = {} } = operation
  const [example] = Object.values(requests)
  const { id } = nouns[nounOf(path)]
  const idName = `${id}_id`
  const url = `{{origin}}/api/v1${path.replace('{id}', `{{${idName}}}`)}`
  const body = example ? JSON.stringify(example.value, null, 2) : null
  return [
    block('meta', [`name: ${summary}`, 'type: http', `seq: ${turn}`]),
    block(method, [`url: ${url}`, `body: ${body === null ? 'none' : 'json'}`, 'auth: inherit']),
    ...(method === 'post' ? [block('headers', ['Idempotency-Key: {{$guid}}'])] : []),
    ...(body === null ? [] : [block('body:json', withVariables(body).split('\n'))]),
    ...((status === 201 && id !== null) || onlyRead.includes(name)
      ? [block('vars:post-response', [`${idName}: ${status === 201 ? 'res.body.id' : 'res.body.data[0].id'}`])]
      : []),
    block('assert', [`res.status: eq ${status}`]),
    block('docs', [description]),
  ].join('\n')
}

function withVariables(text: string): string {
  return text.replaceAll(exampleReturnUrl, '{{return_url}}').replaceAll(exampleIds.payment, '{{payment_id}}')
}

const block = (name: string, lines: readonly string[]) => `${name} {\n${lines.map(line => `  ${line}\n`).join('')}}\n`

const refundDocs = block('docs', [
  'A refund needs a payment that reconciliation saw arrive: set `payment_id` to one. Any other is refused with `amount_nothing_to_refund`.',
])

/** Writes the collection into a folder below `out`, in place of an earlier one; returns the folder. */
export function makeCollection(out: string): string {
  const folder = join(out, 'bruno')
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of writeCollection()) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}
