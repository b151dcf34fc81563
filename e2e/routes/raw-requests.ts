import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chanceFrom } from '@guichet/sandbox/test-chance.ts'
import fc from 'fast-check'
import { type Person, paramsOf } from '#testing/people/with-everything.ts'
import { type Role, requestsOf } from '#testing/routes/requests.ts'
import { routeMethods } from '#testing/routes/tree.ts'

/**
 * Requests as bytes for the running application: a valid one for a page or route of the tree, then changed by one fault that only
 * a server, the framework or the proxy can meet. Number `at` of a seed is always the same request.
 */
export type RawRequest = {
  readonly title: string
  readonly file: string
  readonly method: string
  /** Written one after the other. */
  readonly pieces: readonly Buffer[]
  /** The number of answers expected. */
  readonly answers: number
  /**
   * `cut`: incomplete, so our side is closed at once, and the answer may be cut short. `doubtful`: may have no answer, so our
   * side is closed after a silence. `whole`: must be answered.
   */
  readonly shape: 'whole' | 'doubtful' | 'cut'
  /** Anything but a 4xx or a closed connection is a fault. */
  readonly isRefused: boolean
}

/** The possible callers, with their credentials. */
export type Callers = {
  readonly host: string
  readonly person: Person
  readonly apiKey: string
  readonly cookies: Readonly<Record<Role, string>>
}

type Draft = {
  readonly file: string
  method: string
  target: string
  version: string
  /** Names and values in Latin-1: one byte per character. */
  headers: [string, string][]
  body: Buffer | null
  /** Whether Content-Length is still to be added. */
  isCounted: boolean
  pieces: (bytes: Buffer) => Buffer[]
  answers: number
  shape: RawRequest['shape']
  isRefused: boolean
}

type Chance = {
  readonly below: (limit: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

function chanceOf(seed: number): Chance {
  const next = chanceFrom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => {
    const [picked] = from.slice(below(from.length))
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  return { below, pick }
}

/** Values without a space, separated by one; `·` is the empty one. */
const words = (text: string): string[] => text.split(' ').map(word => (word === '·' ? '' : word))

/**
 * Sent without a session, because it would spoil other requests: ending the session, or moving a bank to a platform where we are
 * not registered. app/fuzz.test.ts sends these with sessions.
 */
const spoilsOthers = /\/(signout|signin|signup|erase|leave|sessions|password)\/|app\/api\/operator\/banks\//

/** Paths that the framework serves besides the tree, or did in other versions. */
const ofFramework = [
  ...words('/_next/data/build/home.json /_next/image?url=%2Ficon.svg&w=64&q=75'),
  ...words('/_next/image?url=http://169.254.169.254/&w=64&q=75 /_next/static/..%2f..%2fserver/app/page.js'),
  ...words('/_next/static/chunks/%00.js /_next/webpack-hmr /_error /_not-found /_global-error /404 /500'),
  ...words('/home.rsc /home.segments/_tree.segment.rsc /index.rsc /__nextjs_original-stack-frame?file=proxy.ts'),
  ...words('/.env /.next/BUILD_ID /home/ /home// //home //evil.example/home /\\evil.example/%2e%2e'),
  ...words('//evil.example/%2e%2e/ /a/../home /%2e%2e/%2e%2e/etc/passwd /?_rsc=x /home?_rsc=%00'),
  ...words('/home?nextInternalLocale=xx&__nextDefaultLocale=%00 /home?__proto__[x]=1&constructor=%ff'),
  '/_next/static/x'.padEnd(4_000, 'x'),
]

const files = [...globSync('app/**/{page.tsx,route.ts}').sort(), ...ofFramework.map(target => `framework ${target}`)]

/** Number of requests until every page and route was requested once. */
export const rawFiles = files.length

/** Request number `at` of a seed. */
export function rawRequest(callers: Callers, seed: number, at: number): RawRequest {
  const chance = chanceOf(Math.imul(seed, 0x9e3779b1) + Math.imul(at, 0x85ebca6b))
  const file = files[at % files.length] ?? ''
  const [name, spoil] = faults[(at + Math.floor(at / files.length)) % faults.length] ?? ['nothing', () => undefined]
  const draft = soundDraft(file, callers, chance)
  spoil(draft, chance)
  const { method, answers, shape, isRefused } = draft
  const pieces = draft.pieces(bytesOf(draft))
  const title = `${at} ${method.slice(0, 20)} ${file}: ${name}`
  return { title, file, method, pieces, answers, shape, isRefused }
}

function bytesOf({ method, target, version, headers, body, isCounted }: Draft): Buffer {
  const counted = isCounted && body !== null ? [...headers, ['Content-Length', String(body.length)]] : headers
  const lines = counted.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n`, 'latin1')
  return Buffer.concat([head, body ?? Buffer.alloc(0)])
}

function soundDraft(file: string, { host, person, apiKey, cookies }: Callers, chance: Chance): Draft {
  const role: Role = spoilsOthers.test(file) ? 'nobody' : chance.pick(rolesOf(file))
  const cookie = cookies[role]
  const who: [string, string][] = [
    ['Host', host],
    ['Connection', 'close'],
    ['X-Forwarded-For', `198.18.${chance.below(250)}.${chance.below(250)}`],
    ...(cookie === '' ? [] : [['Cookie', cookie] satisfies [string, string]]),
  ]
  const rest = { file, version: 'HTTP/1.1', isCounted: true, answers: 1, shape: 'whole' as const, isRefused: false }
  const draft = { ...rest, pieces: (bytes: Buffer) => [bytes], method: 'GET', body: null }
  if (file.startsWith('framework ')) return { ...draft, target: file.slice('framework '.length), headers: who }
  const from: [string, string][] = [
    ...who,
    ['Origin', `http://${host}`],
    ['Sec-Fetch-Site', 'same-origin'],
    ...(file.startsWith('app/api/v1/') ? [['Authorization', `Bearer ${apiKey}`] satisfies [string, string]] : []),
  ]
  if (!file.endsWith('/route.ts')) {
    return { ...draft, target: targetOf(file, paramsFor(file, person, chance)), headers: from }
  }
  const text = readFileSync(file, 'utf8')
  const method = chance.pick(routeMethods.filter(name => new RegExp(`^export .*\\b${name}\\b`, 'm').test(text)))
  const [sent] = fc.sample(requestsOf(file, method, person, apiKey), { seed: chance.below(2 ** 31), numRuns: 1 })
  const type = sent?.headers['content-type']
  const params =
    chance.below(2) === 0
      ? paramsFor(file, person, chance)
      : Object.fromEntries(
          Object.entries(sent?.params ?? {}).map(([name, value]) => [name, encodeURIComponent(value.toWellFormed())]),
        )
  return {
    ...draft,
    method,
    target: targetOf(file, params) + (sent?.query ? `?${sent.query}` : ''),
    headers: type === undefined ? from : [...from, ['Content-Type', latin1(type)]],
    body: sent?.body == null ? null : Buffer.from(sent.body),
  }
}

function rolesOf(file: string): readonly Role[] {
  return file.includes('operator')
    ? ['operator', 'operator', 'owner', 'nobody']
    : ['owner', 'owner', 'stranger', 'nobody']
}

const latin1 = (text: string) =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, '')

function targetOf(file: string, params: Readonly<Record<string, string>>): string {
  const path = file
    .replace(/^app/, '')
    .replace(/\/(page\.tsx|route\.ts)$/, '')
    .replaceAll(/\/\([^)]+\)/g, '')
    .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => params[name] ?? 'x')
  return path === '' ? '/' : path
}

/** Hostile parts of a path, as they are written in it. */
const hostileParts = [
  ...words('%00 a%00b %ED%A0%80 %ED%BF%BFx %C0%AF %E0%80%AF %F8%88%80%80%80 %FF%FE .. . %2e%2e'),
  ...words('..%2f..%2fetc%2fpasswd ..%5c.. %252e%252e % %z %zz %u0000 %F0%9F%90%9A \xf0\x9f\x90\x9a \xff'),
  ...words(`%E2%80%AE [id] %5Bid%5D [...x] (user) @modal {} | ^ " ' < \\ ;a=b a:b $1 * %0d%0aX-Evil:%201`),
  ...words('%3Cscript%3Ealert(1)%3C%2Fscript%3E <script>alert(1)</script> __proto__ constructor null undefined'),
  ...words('-1 0 1e999 00000000-0000-4000-8000-000000000000 %20 + a%2Fb · #x'),
  'x'.repeat(8_000),
  '%F0%9F%90%9A'.repeat(600),
  '`',
]

const hostilePart = (chance: Chance) => chance.pick(hostileParts)

function paramsFor(file: string, person: Person, chance: Chance): Record<string, string> {
  const good = Object.entries(paramsOf(file, person))
  return Object.fromEntries(
    good.map(([name, value]) => [name, chance.below(4) > 0 ? encodeURIComponent(value) : hostilePart(chance)]),
  )
}

type Spoil = (draft: Draft, chance: Chance) => void

const add = (draft: Draft, ...headers: readonly (readonly [string, string])[]) => {
  for (const [name, value] of headers) draft.headers.push([name, value])
}

function replace(draft: Draft, name: string, values: readonly string[]): void {
  draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase())
  add(draft, ...values.map(value => [name, value] as const))
}

/** With a body for every method, so that its length can be wrong. */
function withBody(draft: Draft, body: string | Buffer, type = 'application/json'): void {
  if (draft.method === 'GET' || draft.method === 'HEAD') draft.method = 'POST'
  draft.body = Buffer.from(body)
  replace(draft, 'Content-Type', [type])
}

/** One header of these names, or a repeated one, with an unexpected value. */
function oddHeader(names: readonly string[], values: readonly string[]): Spoil {
  return (draft, chance) => {
    const name = chance.pick(names)
    const value = chance.pick(values)
    const times = chance.pick([1, 1, 1, 2])
    replace(draft, name, times === 1 ? [value] : [value, chance.pick(values)])
  }
}

const refusedMethod =
  (...methods: readonly string[]): Spoil =>
  (draft, chance) => {
    draft.method = chance.pick(methods)
    Object.assign(draft, { isRefused: true, shape: 'doubtful' })
  }

/** Refused because of their bytes, whatever they request. */
const refusedBytes =
  (...changes: readonly Spoil[]): Spoil =>
  (draft, chance) => {
    Object.assign(draft, { isRefused: true, shape: 'doubtful' })
    chance.pick(changes)(draft, chance)
  }

/** May be refused, and may end the connection. */
const broken =
  (...changes: readonly Spoil[]): Spoil =>
  (draft, chance) => {
    draft.shape = 'doubtful'
    chance.pick(changes)(draft, chance)
  }

/** Ends early. */
const cut =
  (...changes: readonly Spoil[]): Spoil =>
  (draft, chance) => {
    draft.shape = 'cut'
    chance.pick(changes)(draft, chance)
  }

/** Text in place of the line break between two headers, or after the last. */
const headerLine =
  (line: string): Spoil =>
  draft => {
    const { pieces } = draft
    draft.pieces = bytes => {
      const at = bytes.indexOf('\r\n') + 2
      return pieces(Buffer.concat([bytes.subarray(0, at), Buffer.from(line, 'latin1'), bytes.subarray(at)]))
    }
  }

const chunked =
  (body: string, ...more: readonly (readonly [string, string])[]): Spoil =>
  draft => {
    withBody(draft, Buffer.from(body, 'latin1'))
    draft.isCounted = false
    add(draft, ['Transfer-Encoding', 'chunked'], ...more)
  }

const lied =
  (...lengths: readonly string[]): Spoil =>
  draft => {
    withBody(draft, '{"a":1}')
    draft.isCounted = false
    add(draft, ...lengths.map(length => ['Content-Length', length] as const))
  }

const cookieJunk = [
  ...words('x = ;;;; a=b=c;=; __Host-guichet.session= __Host-guichet.session=%00 __Host-guichet.session=%'),
  ...words('__Host-guichet.organisation=%00 __Host-guichet.organisation=\xff'),
  ...words('authjs.session-token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0 authjs.csrf-token=a|b'),
  ...words('authjs.callback-url=%00 NEXT_LOCALE=../../x'),
  `__Host-guichet.session=${'A'.repeat(43)}`,
  `__Host-guichet.session=${'x'.repeat(8_000)}`,
  'guichet.locale=xx; guichet.theme="',
  '__prerender_bypass=x; __next_preview_data=x',
  '__proto__=1; constructor=2',
  'a="\\"; b',
]

const ofNext = [
  ...words('RSC Next-Router-Prefetch Next-Router-Segment-Prefetch Next-Url Next-HMR-Refresh X-Nextjs-Data'),
  ...words('X-Middleware-Subrequest X-Middleware-Next X-Middleware-Rewrite X-Middleware-Override-Headers'),
  ...words('X-Middleware-Invoke X-Middleware-Prefetch X-Invoke-Path X-Invoke-Output X-Invoke-Status'),
  ...words('X-Invoke-Query X-Matched-Path X-Now-Route-Matches X-Nextjs-Postponed X-Prerender-Revalidate'),
  ...words('Next-Resume X-Next-Revalidated-Tags X-Nextjs-Html-Request-Id X-Nextjs-Request-Id X-Vercel-Id'),
  ...words('Purpose Next-Action X-Action-Redirect X-Nonce Content-Security-Policy X-Guichet-Path'),
  ...words('X-Guichet-Peer'),
]

const junk = [
  ...words('1 0 · x % %00 %ff \xff\xfe [] {} null ["",{}] [" <script>alert(1)</script> ../.. /_tree /home'),
  ...words('//evil.example http://evil.example/ proxy:proxy:proxy:proxy:proxy src/middleware:src/middleware'),
  ...words(`'nonce-x' 500 {"a":"b"} 1=x&nxtPid=%00 \t \xc3\xa9`),
  'x'.repeat(8_000),
  '%0d%0aX-Evil: 1',
]

/** Valid requests find faults of path, body and caller: several for each kind of fault. */
const nothing = Array.from({ length: 8 }, (): readonly [string, Spoil] => ['nothing', () => undefined])

/** The faults by name. */
const spoils: Readonly<Record<string, Spoil>> = {
  'a method of others': refusedMethod('TRACE', 'PROPFIND', 'PURGE', 'MKCOL', 'SEARCH', 'QUERY', 'LOCK', 'M-SEARCH'),
  TRACE: refusedMethod('TRACE'),
  'a method that is none': refusedMethod(
    'X',
    'get',
    'Get',
    'x'.repeat(300),
    'GE T',
    'G\xc9T',
    'GET\0',
    '',
    '"',
    '\x16\x03\x01',
  ),
  CONNECT: refusedBytes((draft, chance) => {
    Object.assign(draft, { method: 'CONNECT', target: chance.pick(['evil.example:443', draft.target, '']) })
  }),
  'another method': (draft, chance) => {
    draft.method = chance.pick(words('OPTIONS HEAD PUT PATCH DELETE POST GET'))
    if (draft.method === 'HEAD' || draft.method === 'GET') draft.body = null
  },
  'no such part of the path': (draft, chance) => {
    draft.target = draft.target.replace(
      /\/([^/?]*)(\?|$)/,
      (_, _part: string, end: string) => `/${hostilePart(chance)}${end}`,
    )
  },
  'one part of the path too many': (draft, chance) => {
    draft.target = `${draft.target.split('?')[0]}${chance.pick(words('/ // /x ·'))}${hostilePart(chance)}`
  },
  'a query': (draft, chance) => {
    const value = hostilePart(chance)
    const name = chance.pick(words('q next error locale from cursor page organisation id _rsc state code'))
    draft.target = `${draft.target.split('?')[0]}?${chance.pick([`${name}=${value}`, `${name}=a&${name}=${value}`, value, `${name}[]=${value}`])}`
  },
  'a header of the framework': oddHeader(ofNext, junk),
  'headers of the framework': (draft, chance) => {
    for (let times = 0; times < 4; times += 1) add(draft, [chance.pick(ofNext), chance.pick(junk)])
  },
  'a prefetch of a page': (draft, chance) => {
    draft.method = 'GET'
    draft.body = null
    add(draft, ['RSC', '1'], ['Next-Router-Prefetch', chance.pick(['1', '2', 'x'])])
    add(draft, ['Next-Router-Segment-Prefetch', chance.pick(words('/_tree /_index /__PAGE__ /../x %00 \xff'))])
    add(draft, ['Next-Url', chance.pick([...words('/home // % \xff'), 'x'.repeat(5_000)])])
  },
  'a broken router state': (draft, chance) => {
    const state = chance.pick(words('garbage % null [""],[""] \xff {"__proto__":1}'))
    replace(draft, 'Next-Router-State-Tree', [state])
    if (chance.below(2) === 0) add(draft, ['RSC', '1'])
    draft.isRefused = true
  },
  'two router states': (draft, chance) => {
    add(draft, ['RSC', '1'])
    const sound = encodeURIComponent('["",{"children":["(user)",{"children":["__PAGE__",{}]}]},null,null,16]')
    replace(draft, 'Next-Router-State-Tree', [sound, chance.pick([sound, 'x', ''])])
  },
  'a router state of another page': (draft, chance) => {
    const deep = `${'["",{"children":'.repeat(200)}["x",{}]${'}]'.repeat(200)}`
    const state = chance.pick([
      ...words(
        '[] ["",1] ["",{"children":["x"]}] ["",{}] ["",{"children":["__PAGE__",{}]}] [["id","__proto__","d"],{}] ["",{},"/x","refetch"]',
      ),
      '["",{"children":["(user)",{"children":["accounts",{"children":[["id","\u0000","d",null],{}]}]}]},null,"refetch"]',
      deep,
    ])
    add(draft, ['RSC', chance.pick(['1', '0'])])
    replace(draft, 'Next-Router-State-Tree', [encodeURIComponent(state)])
  },
  'a server action': (draft, chance) => {
    const boundary = 'guichet-boundary'
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const id = chance.pick([...words('x %00 \xff · __proto__'), '0'.repeat(40), '0'.repeat(42), 'x'.repeat(5_000)])
    const fields = chance.pick([
      ...([
        part('0', '["$K1"]'),
        part('1_$ACTION_ID_x', '1') + part('0', '[]'),
        part(`$ACTION_ID_${'0'.repeat(40)}`, ''),
      ] as const),
      part('$ACTION_REF_1', '') + part('$ACTION_1:0', '{"id":"x","bound":"$@1"}'),
      part('$ACTION_KEY', 'k\0'),
      '',
      part('0', `["$1:${'x:'.repeat(500)}__proto__"]`),
      part('0', '{"then":"$1:constructor:constructor"}'),
    ])
    const isText = chance.below(3) === 0
    withBody(draft, isText ? chance.pick(words('[] · ["$F1"] [\0')) : `${fields}--${boundary}--\r\n`)
    draft.method = 'POST'
    replace(draft, 'Content-Type', [isText ? 'text/plain;charset=UTF-8' : `multipart/form-data; boundary=${boundary}`])
    if (chance.below(4) > 0) add(draft, ['Next-Action', id])
    if (chance.below(2) === 0) add(draft, ['RSC', '1'], ['Accept', 'text/x-component'])
  },
  'bytes that no header may have': refusedBytes(
    headerLine('X-A: a\0b\r\n'),
    headerLine('X\0A: b\r\n'),
    headerLine('X-A: \x7f\x01\r\n'),
  ),
  'bytes in a header': oddHeader(words('User-Agent Referer X-Request-Id Accept'), [
    '\xff\xfe',
    '\xed\xa0\x80',
    '\xf0\x9f\x90\x9a',
    '\x80'.repeat(4_000),
  ]),
  'a header line that is none': broken(
    ...[
      'nothing\r\n',
      ': x\r\n',
      'X-A : b\r\n',
      ' X-A: b\r\n',
      'X-A: b\r\n c\r\n',
      'X-A: b\n',
      'X-A: b\rX-B: c\r\n',
      '\r\n',
      'X(A): b\r\n',
      'Content-Length\r\n',
    ].map(headerLine),
  ),
  'lines that end with LF alone': broken(draft => {
    draft.pieces = bytes => [Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')]
  }),
  '64 kB of headers': refusedBytes(
    headerLine(`X-A: ${'x'.repeat(65_536)}\r\n`),
    headerLine(`X-A: ${'x'.repeat(1_000)}\r\n`.repeat(64)),
  ),
  '15 kB of headers': broken(headerLine(`X-A: ${'x'.repeat(12_000)}\r\n`), headerLine('a:b\r\n'.repeat(2_500))),
  '10,000 headers': refusedBytes(
    headerLine('a:\r\n'.repeat(10_000)),
    headerLine(Array.from({ length: 10_000 }, (_, at) => `x${at}:1\r\n`).join('')),
  ),
  'a body that is too short': cut(lied('100'), lied('8'), lied('9007199254740991')),
  'a body over every limit, and a request behind it': draft => {
    withBody(draft, `"${'x'.repeat(1_000_000)}"`)
    // A head that is refused ends the connection: without its query, which makes some too long, and without bytes no path may have.
    draft.target = draft.target.replace(/\?.*/s, '').replaceAll(/[^!-~]/g, encodeURIComponent)
    replace(draft, 'Connection', ['keep-alive'])
    const { pieces } = draft
    const host = draft.headers.find(([name]) => name === 'Host')?.[1] ?? ''
    draft.pieces = bytes => [...pieces(bytes), Buffer.from(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`)]
    draft.answers = 2
  },
  'a body that is too long': broken(lied('3'), lied('0')),
  'a length that is none': refusedBytes(
    lied('-1'),
    lied('0x5'),
    lied('abc'),
    lied('5, 6'),
    lied('5', '6'),
    lied('99999999999999999999'),
    lied('7 7'),
  ),
  'a length said twice': broken(lied('7', '7'), lied('7, 7'), lied('+7'), lied('007')),
  'broken chunks': cut(
    chunked('zz\r\n{}\r\n0\r\n\r\n'),
    chunked('2\r\n{}'),
    chunked('2\r\n{}X\r\n0\r\n\r\n'),
    chunked('-1\r\n{}\r\n0\r\n\r\n'),
    chunked('ffffffffffffffffff\r\n{}\r\n'),
    chunked('2\n{}\n0\n\n'),
    chunked('2;a=b;c="\r\n{}\r\n0\r\n\r\n'),
    chunked(`2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    chunked(''),
    chunked('0\r\nX-A: \0\r\n\r\n'),
    chunked(`0\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`),
  ),
  chunks: chunked('2\r\n{}\r\n0\r\nX-Evil: 1\r\nContent-Length: 7\r\n\r\n'),
  'a length and chunks at once': cut(
    chunked('2\r\n{}\r\n0\r\n\r\n', ['Content-Length', '2']),
    chunked('0\r\n\r\nGET /x HTTP/1.1\r\nHost: x\r\n\r\n', ['Content-Length', '5']),
    chunked('2\r\n{}\r\n0\r\n\r\n', ['Transfer-Encoding', 'identity']),
  ),
  'a transfer encoding that is none': broken((draft, chance) => {
    withBody(draft, '2\r\n{}\r\n0\r\n\r\n')
    draft.isCounted = chance.below(2) === 0
    add(draft, [
      'Transfer-Encoding',
      chance.pick([...words('gzip xchunked \x0bchunked CHUNKED ·'), 'chunked, identity', 'gzip, chunked']),
    ])
  }),
  'no Host, or another': (draft, chance) => {
    const {
      pieces,
      headers: [[, own] = ['', '']],
    } = draft
    draft.pieces = pieces
    replace(
      draft,
      'Host',
      chance.pick([
        [],
        [own, own],
        [own, 'evil.example'],
        [''],
        ['evil.example'],
        [`x@${own}`],
        ['\xff'],
        ['[::'],
        ['a b'],
        ['x'.repeat(8_000)],
        [`${own}/x`],
        ['localhost:99999'],
        ['localhost:x'],
      ]),
    )
    draft.shape = 'doubtful'
  },
  'another form of target': (draft, chance) => {
    const own = draft.headers[0]?.[1] ?? ''
    draft.target = chance.pick([
      `http://${own}${draft.target}`,
      'http://evil.example/',
      '*',
      own,
      'x',
      '?x',
      '//',
      '///',
      '/\\',
      '/\t',
      '/ x',
      '/#x',
      `/${'a/'.repeat(3_000)}`,
      'https://',
      'http:///',
      '/http://x',
      `/.${draft.target}`,
      `/${draft.target}`,
      `${draft.target}#x`,
      '/\xff',
      '/%',
    ])
    draft.shape = 'doubtful'
  },
  'another version': broken((draft, chance) => {
    draft.version = chance.pick([
      ...words('HTTP/1.0 HTTP/1.0 HTTP/0.9 HTTP/1.2 HTTP/2.0 HTTP/3 HTTP/9.9 http/1.1 HTTP/1.1x HTTP/1 RTSP/1.0'),
      ...words('ICE/1.0 ·'),
    ])
  }),
  'a line of HTTP/0.9': broken(draft => {
    draft.pieces = () => [Buffer.from(`GET ${draft.target}\r\n`, 'latin1')]
  }),
  'the beginning of HTTP/2': refusedBytes(draft => {
    draft.pieces = () => [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1')]
  }),
  'the beginning of TLS': refusedBytes(draft => {
    draft.pieces = () => [Buffer.from('16030100c8010000c403031122334455', 'hex')]
  }),
  'several at once': (draft, chance) => {
    const times = 2 + chance.below(4)
    const { pieces } = draft
    draft.headers = draft.headers.filter(([name]) => name !== 'Connection')
    draft.answers = times
    draft.pieces = bytes => pieces(Buffer.concat(Array.from({ length: times }, () => bytes)))
  },
  'one behind another that has no end': cut(draft => {
    draft.headers = draft.headers.filter(([name]) => name !== 'Connection')
    draft.pieces = bytes => [Buffer.concat([bytes, Buffer.from(`\0\r\n${'GET / HTTP/1.1\r\n'.repeat(3)}`)])]
  }),
  Expect: (draft, chance) => {
    withBody(draft, '{}')
    add(draft, ['Expect', chance.pick([...words('100-continue 100-continue x · 200-ok'), '100-Continue, x'])])
  },
  'an upgrade': (draft, chance) => {
    replace(draft, 'Connection', [chance.pick(['Upgrade', 'Upgrade, HTTP2-Settings', 'close, upgrade', 'x', ''])])
    add(
      draft,
      ['Upgrade', chance.pick(words('websocket h2c TLS/1.0 \xff'))],
      ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
    )
    add(draft, ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='], ['Sec-WebSocket-Version', '13'])
    draft.shape = 'doubtful'
  },
  'what a browser asks about parts': oddHeader(
    words('Range If-Range If-None-Match If-Match If-Modified-Since Cache-Control Pragma'),
    [
      ...words('bytes=0-0 bytes=-1 bytes=9-1 x * " W/" \xff no-cache only-if-cached'),
      `bytes=${'0-0,'.repeat(1_000)}`,
      'Thu, 99 Jan 0000 00:00:00 GMT',
    ],
  ),
  'what a browser would like': oddHeader(words('Accept-Encoding Accept-Language Accept Accept-Charset TE'), [
    ...words('gzip br gzip;q=x *;q=0 identity;q=0 ,,, fr-FR-x-\xff fr;q=1e999 * q application/json'),
    ...words('text/x-component %00 en-US-u-ca-../..'),
    'gzip, deflate, br, zstd',
    'x'.repeat(5_000),
    'i-klingon,'.repeat(800),
  ]),
  cookies: oddHeader(['Cookie'], cookieJunk),
  'a cookie beside the right one': (draft, chance) => {
    add(draft, ['Cookie', chance.pick(cookieJunk)])
  },
  'an authorisation': oddHeader(
    ['Authorization', 'Proxy-Authorization'],
    [
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Bearer gui_test_\xff',
      'Basic %%%',
      'Basic eDp5',
      'Digest x',
      '\xff',
      `Bearer ${'x'.repeat(8_000)}`,
      'Bearer a b',
      'bearer null',
      'Bearer %00',
    ],
  ),
  'where it comes from': (draft, chance) => {
    replace(
      draft,
      'Origin',
      chance.pick([
        [],
        ['null'],
        ['http://'],
        ['http://evil.example'],
        ['x'],
        ['\xff'],
        ['http://[::'],
        ['http://a', 'http://b'],
        ['x'.repeat(5_000)],
        ['http://localhost:99999'],
      ]),
    )
    replace(
      draft,
      'Sec-Fetch-Site',
      chance.pick([[], ['cross-site'], ['none'], ['same-site'], ['x'], ['same-origin', 'cross-site']]),
    )
    add(
      draft,
      ['Sec-Fetch-Mode', chance.pick(['navigate', 'cors', 'x'])],
      ['Sec-Fetch-Dest', chance.pick(['document', 'script', 'x'])],
    )
  },
  'what a proxy would say': oddHeader(
    [
      ...words('X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port Forwarded X-Real-IP Via'),
      ...words('X-HTTP-Method-Override X-Original-URL X-Rewrite-URL'),
    ],
    [
      ...words('x · ,,, :: evil.example javascript https \xff 99999 for="[ TRACE /operator %00'),
      '1.2.3.4, 5.6.7.8',
      `${'1.1.1.1,'.repeat(900)}`,
      'evil.example, evil.example',
      'a b',
    ],
  ),
  'a type of content': (draft, chance) => {
    withBody(
      draft,
      chance.pick(words('{"a":1} a=1 --x\r\n\r\n ·')),
      chance.pick([
        ...words('application/json;charset=utf-16 text/json APPLICATION/JSON x · / \xff multipart/form-data'),
        ...words('application/grpc'),
        'application/json; charset="',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="',
        `multipart/form-data; boundary=${'x'.repeat(5_000)}`,
        'multipart/form-data; boundary=\xff',
        'multipart/mixed; boundary=x',
        'application/x-www-form-urlencoded; charset=x',
        'application/x-www-form-urlencoded, application/json',
      ]),
    )
  },
  'a form without an end': (draft, chance) => {
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
    withBody(
      draft,
      chance.pick([
        head,
        `${head}a`,
        '--x',
        '--x--',
        '\r\n',
        head.repeat(50),
        `${head}a\r\n--x\r\n`,
        '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n',
        `--x\r\n${'X-A: b\r\n'.repeat(3_000)}\r\n`,
        `--x\r\nContent-Disposition: form-data; name="a\0\xff"; filename*=utf-8''%ff\r\n\r\n\0\r\n--x--\r\n`,
      ]),
      'multipart/form-data; boundary=x',
    )
  },
  'a body of JSON': (draft, chance) => {
    withBody(
      draft,
      chance.pick([
        ...words('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
        ...words('{"toString":1,"hasOwnProperty":null,"then":"x"} \ufeff{} {"a":"\\ud800"} {"a":"\\u0000"}'),
        ...words(`{"a":1e999,"b":-0} {"length":1e9} {}{} NaN {"a":1,} {'a':1}`),
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
        `{"a":"${'x'.repeat(20_000)}"}`,
      ]),
    )
  },
  'a body that is no text': (draft, chance) => {
    const body = chance.pick([
      Buffer.from('\0\0\0'),
      Buffer.from('{"a":"\xed\xa0\x80\xff"}', 'latin1'),
      Buffer.from('fffe7b007d00', 'hex'),
      Buffer.from('a=\0&b=%00&c=\xff', 'latin1'),
      Buffer.alloc(3_000, 0xff),
      Buffer.from('%'),
      Buffer.from('&&&=&='),
    ])
    withBody(draft, body, chance.pick(['application/json', 'application/x-www-form-urlencoded', 'text/plain']))
  },
  'a body that is packed': (draft, chance) => {
    withBody(
      draft,
      chance.pick([
        gzipSync('{}'),
        gzipSync(Buffer.alloc(1_000_000)),
        Buffer.from('no gzip'),
        gzipSync('{}').subarray(0, 10),
      ]),
    )
    add(draft, ['Content-Encoding', chance.pick([...words('gzip br x \xff'), 'gzip, gzip'])])
  },
  'a body that is too large': broken((draft, chance) => {
    withBody(
      draft,
      Buffer.alloc(chance.pick([600_000, 1_100_000, 6_000_000]), chance.pick(['x', '[', 'a=b&'])),
      chance.pick(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']),
    )
  }),
  'a body where none belongs': draft => {
    draft.body = Buffer.from('{"a":1}')
    draft.method = words('GET HEAD DELETE OPTIONS').includes(draft.method) ? draft.method : 'GET'
  },
  'in pieces': (draft, chance) => {
    const { pieces } = draft
    draft.pieces = bytes =>
      pieces(bytes).flatMap(piece => {
        const first = chance.below(piece.length)
        const second = first + chance.below(piece.length - first)
        return [piece.subarray(0, first), piece.subarray(first, second), piece.subarray(second)]
      })
  },
  'cut off': cut((draft, chance) => {
    const { pieces } = draft
    draft.pieces = bytes => pieces(bytes).map(piece => piece.subarray(0, 1 + chance.below(piece.length)))
  }),
  'bytes by chance': broken((draft, chance) => {
    const { pieces } = draft
    draft.pieces = bytes =>
      pieces(bytes).map(piece => {
        const spoiled = Buffer.from(piece)
        for (let times = 1 + chance.below(4); times > 0; times -= 1)
          spoiled[chance.below(Math.min(400, piece.length))] = chance.below(256)
        return spoiled
      })
  }),
}

const faults = [...nothing, ...Object.entries(spoils)]

/** Number of requests until every kind of fault was used once. */
export const rawFaults = faults.length
