import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Catalogue, casesAt, type Row, raw, type Twist } from '#testing/bank/scripted-answer.ts'

/** Faults between the handshake and the JSON that need a program; fixtures/answers.tsv has the others. */

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const empty = '{"transactions":[],"_links":{}}'
const whole = `${head}content-length: ${empty.length}\r\n\r\n${empty}`

/** Writes repeatedly as long as the other side reads. */
function forever(first: string, more: string): (socket: Socket) => void {
  return socket => {
    socket.on('error', () => undefined)
    socket.write(first)
    const write = () => {
      while (!socket.destroyed && socket.write(more));
    }
    socket.on('drain', write)
    write()
  }
}

/** Writes one piece at a time, until the other side closes. */
function drip(first: string, piece: string): (socket: Socket) => void {
  return socket => {
    socket.on('error', () => undefined)
    socket.write(first)
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(piece)), 100)
    timer.unref()
  }
}

/** The correct answer, written manually. */
const byHand = (write: (text: string) => string | Buffer): Twist => {
  return good => ({ ...good, raw: socket => socket.end(write(JSON.stringify(good.body))) })
}

const slow = { isSlow: true } as const

const atTransactions: readonly Row[] = [
  ['headers without an end', raw(forever(head, `x-more: ${'y'.repeat(1_000)}\r\n`)), 'not_read'],
  [
    'gzip',
    good => ({
      ...good,
      headers: { ...good.headers, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(good.body)),
    }),
    'harmless',
  ],
  [
    'a gzip bomb of 64 MB',
    good => ({
      ...good,
      headers: { ...good.headers, 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(64 * 1_048_576)),
    }),
    'not_read',
  ],
  [
    '307 to itself',
    (good, { url }) => ({ ...good, status: 307, body: '', headers: { location: url.href } }),
    'not_read',
  ],
  ['HTTP/1.0', byHand(text => `HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${text}`), 'harmless'],
  [
    '103 a thousand times, then the answer',
    byHand(
      text =>
        `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)}${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    ),
    'harmless',
  ],
  [
    '100 before the answer',
    byHand(text => `HTTP/1.1 100 Continue\r\n\r\n${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`),
    'lines_or_none',
  ],
  ['103 without an end', raw(forever('', 'HTTP/1.1 103 Early Hints\r\n\r\n')), 'not_read', slow],
  [
    'two answers to one question',
    byHand(text => `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}${whole}`),
    'lines_or_none',
  ],
  [
    'a trailer after the last chunk',
    byHand(
      text =>
        `${head}transfer-encoding: chunked\r\n\r\n${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\nx-odd: 1\r\n\r\n`,
    ),
    'harmless',
  ],
  ['JSON that is called nothing', good => ({ ...good, headers: {} }), 'harmless'],
  ['JSON in UTF-16', good => ({ ...good, body: Buffer.from(JSON.stringify(good.body), 'utf16le') }), 'not_read'],
  ['JSON behind a byte order mark', good => ({ ...good, body: `\ufeff${JSON.stringify(good.body)}` }), 'lines_or_none'],
  [
    'bytes that are no text',
    good => ({
      ...good,
      body: Buffer.concat([
        Buffer.from('{"x":"'),
        Buffer.alloc(1_000, 0xff),
        Buffer.from(`",${JSON.stringify(good.body).slice(1)}`),
      ]),
    }),
    'harmless',
  ],
  ['half of the JSON', good => ({ ...good, body: JSON.stringify(good.body).slice(0, 200) }), 'not_read'],
  [
    'a body without an end',
    raw(forever(`${head}transfer-encoding: chunked\r\n\r\n`, `10000\r\n${' '.repeat(65_536)}\r\n`)),
    'not_read',
    { short: true, alone: true },
  ],
  ['headers, then nothing', raw(socket => socket.write(`${head}content-length: 100\r\n\r\n`)), 'not_read', slow],
  ['a byte at a time', raw(drip(`${head}content-length: 100000\r\n\r\n`, ' ')), 'not_read', { ...slow, short: true }],
  ['a header at a time', raw(drip(head, 'x-more: y\r\n')), 'not_read', slow],
]

export const transport: Catalogue = {
  family: 'transport',
  cases: [
    ...casesAt('transactions', atTransactions),
    ...casesAt('token', [
      [
        'a body without an end',
        raw(forever(`${head}transfer-encoding: chunked\r\n\r\n`, `10000\r\n${' '.repeat(65_536)}\r\n`)),
        'not_linked',
      ],
    ]),
  ],
}
