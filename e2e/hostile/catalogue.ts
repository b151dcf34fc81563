import { readFileSync } from 'node:fs'
import { lists, others } from '#e2e/hostile/answers/lists.ts'
import { tls } from '#e2e/hostile/answers/tls.ts'
import { transport } from '#e2e/hostile/answers/transport.ts'
import {
  type Asked,
  bagOf,
  body,
  bytes,
  type Case,
  type Catalogue,
  change,
  type Endpoint,
  endpoints,
  families,
  firstRow,
  headers,
  members,
  raw,
  rowsOf,
  status,
  type Twist,
} from '#testing/bank/scripted-answer.ts'
import { isVerdict } from '#testing/bank/verdicts.ts'

/**
 * Every answer of the hostile bank (H40, H42). Most are lines of fixtures/answers.tsv: family, endpoint, name, verdict, marks, and what is
 * done to the correct answer, with arguments in JSON. There `{x:9}` is a text nine times, `{none}` a member that is absent, and `{host}`
 * the bank's own. What needs a program is in answers/.
 */

type Bag = Readonly<Record<string, unknown>>

const bag = (value: unknown): Bag =>
  Object.fromEntries(Object.entries(bagOf(value)).map(([name, one]) => [name, one === '{none}' ? undefined : one]))
const texts = (value: unknown) =>
  Object.fromEntries(
    Object.entries(bagOf(value)).flatMap(([name, one]) => (one === '{none}' ? [] : [[name, String(one)]])),
  )
const orNothing = (value: unknown) => (value === '{none}' ? undefined : value)

/** Changes the bank's copy of a payment, or each of its instructions. */
const held = (changed: (held: Bag) => unknown): Twist =>
  change(all => ({ ...all, paymentRequest: changed(bagOf(all.paymentRequest)) }))
const instruction = (changed: (one: Bag) => unknown): Twist =>
  held(all => ({
    ...all,
    creditTransferTransaction: rowsOf(all.creditTransferTransaction).map(one => changed(bagOf(one))),
  }))

/** What may be done to an answer, by its name in the table. */
const twists: Readonly<Record<string, (args: readonly unknown[], at: Endpoint) => Twist>> = {
  same: () => good => good,
  reset: () => raw(socket => socket.destroy()),
  silence: () => raw(() => undefined),
  bytes: ([text]) => bytes(String(text)),
  cut: ([text]) => raw(socket => socket.write(String(text), () => socket.destroy())),
  body: ([value, more]) => body(orNothing(value), texts(more)),
  status: ([code, value, more]) => status(Number(code), orNothing(value), texts(more)),
  headers:
    ([more]) =>
    (good, asked) => {
      const kept = Object.entries(good.headers).filter(([name]) => bagOf(more)[name] !== '{none}')
      return headers(texts(more))({ ...good, headers: Object.fromEntries(kept) }, asked)
    },
  members: ([changed]) => members(bag(changed)),
  row: ([changed], at) => firstRow(at, bag(changed)),
  held: ([changed]) => held(all => ({ ...all, ...bag(changed) })),
  instruction: ([changed]) => instruction(one => ({ ...one, ...bag(changed) })),
  ids: ([changed]) => instruction(one => ({ ...one, paymentId: { ...bagOf(one.paymentId), ...bag(changed) } })),
  link: ([href]) =>
    change(({ accounts, ...rest }) => {
      const transactions = { href, templated: false }
      const linked = rowsOf(accounts).map(bagOf)
      return {
        ...rest,
        accounts: linked.map(one => ({ ...one, _links: { ...bagOf(one._links), transactions } })),
      }
    }),
}

const named: Readonly<Record<string, string>> = {
  /** Everything that our texts must not contain: NUL, lone surrogates, a direction mark, a control character. */
  dirty: 'a\0b\ud800c\udc00d\u202ee\u0007f',
  head: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n',
  empty: '{"transactions":[],"_links":{}}',
}

function argumentsOf(cell: string, { url }: Asked): readonly unknown[] {
  const values = { ...named, host: url.host, hostname: url.hostname }
  const text = Object.entries(values)
    .reduce((said, [name, value]) => said.replaceAll(`{${name}}`, JSON.stringify(value).slice(1, -1)), cell)
    .replaceAll(/\{([^{}"]{1,40}|"\w*",):(\d+)\}/g, (_, part: string, times: string) => part.repeat(Number(times)))
  return JSON.parse(`[${text}]`)
}

function readCase(line: string): { readonly family: string; readonly one: Case } {
  const [family = '', where, name = '', expects = '', marks = '', does = '', cell = ''] = line.split('\t')
  const at = endpoints.find(known => known === where)
  const twist = twists[does]
  if (at === undefined || twist === undefined || !isVerdict(expects)) throw new Error(`fixtures/answers.tsv: ${line}`)
  const has = (mark: string) => marks.split(' ').includes(mark)
  const one: Case = {
    ...{ name, at, expects, twist: (good, asked) => twist(argumentsOf(cell, asked), at)(good, asked) },
    ...(has('short') && { short: true }),
    ...(has('alone') && { alone: true }),
    ...(has('slow') && { isSlow: true }),
    ...(has('after=1') && { after: 1 }),
    ...(has('1.4.2') && { version: '1.4.2' }),
  }
  return { family, one }
}

const table = readFileSync(new URL('fixtures/answers.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(readCase)

export const catalogues: readonly Catalogue[] = [
  ...families.map(family => ({ family, cases: table.filter(one => one.family === family).map(({ one }) => one) })),
  ...[transport, tls, lists, others],
]
