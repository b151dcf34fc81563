import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  body,
  bytes,
  type Catalogue,
  casesAt,
  casesOf,
  headers,
  type Row,
  type Rows,
  raw,
  status,
  type Twist,
} from '#testing/bank/scripted-answer.ts'

/** Faults between the handshake and the JSON. Most are at the transactions, so that there is a connection to lose. */

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

const short = { short: true } as const
const slow = { isSlow: true } as const

const atTransactions: readonly Row[] = [
  ['the connection reset before a byte', raw(socket => socket.destroy()), 'not_read', short],
  ['the connection closed before a byte', raw(socket => socket.end()), 'not_read'],
  [
    'reset after the headers',
    raw(socket => socket.write(`${head}content-length: 100\r\n\r\n`, () => socket.destroy())),
    'not_read',
  ],
  [
    'reset in the body',
    raw(socket => socket.write(`${head}content-length: 100\r\n\r\n{"tr`, () => socket.destroy())),
    'not_read',
  ],
  ['an end before its length is reached', bytes(`${head}content-length: 5000\r\n\r\n${empty}`), 'not_read'],
  ['a length that cuts the answer', bytes(`${head}content-length: 9\r\n\r\n${empty}`), 'not_read', short],
  ['a negative length', bytes(`${head}content-length: -1\r\n\r\n${empty}`), 'not_read'],
  ['a length of 30 digits', bytes(`${head}content-length: ${'9'.repeat(30)}\r\n\r\n${empty}`), 'not_read'],
  ['two lengths', bytes(`${head}content-length: 5\r\ncontent-length: 31\r\n\r\n${empty}`), 'not_read'],
  ['a length that is a word', bytes(`${head}content-length: many\r\n\r\n${empty}`), 'not_read'],
  ['chunks of no number', bytes(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n${empty}\r\n0\r\n\r\n`), 'not_read'],
  [
    'a chunk of 2^64 bytes',
    bytes(`${head}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n${empty}`),
    'not_read',
  ],
  [
    'chunks without an end',
    bytes(`${head}transfer-encoding: chunked\r\n\r\n${empty.length.toString(16)}\r\n${empty}\r\n`),
    'not_read',
  ],
  [
    'chunks with an extension of 100 kB',
    bytes(`${head}transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\n{\r\n0\r\n\r\n`),
    'not_read',
  ],
  ['HTTP/0.9', bytes(empty), 'not_read'],
  ['HTTP/2 without being asked', bytes(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`), 'not_read'],
  ['HTTP/9.9', bytes(`HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}`), 'not_read'],
  ['status 999', bytes(`HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}`), 'not_read'],
  ['status 99', bytes(`HTTP/1.1 99 Odd\r\ncontent-length: 2\r\n\r\n{}`), 'not_read'],
  ['a status in letters', bytes(`HTTP/1.1 2OO OK\r\ncontent-length: 2\r\n\r\n{}`), 'not_read'],
  ['101, another protocol', bytes(`HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n`), 'not_read'],
  ['headers without an end', raw(forever(head, `x-more: ${'y'.repeat(1_000)}\r\n`)), 'not_read', short],
  ['one header of a megabyte', bytes(`${head}x-long: ${'y'.repeat(1_048_576)}\r\n\r\n`), 'not_read'],
  ['5,000 cookies', bytes(`${head}${'set-cookie: a=b\r\n'.repeat(5_000)}\r\n`), 'not_read'],
  ['a header with NUL', bytes(`${head}x-odd: a\0b\r\ncontent-length: 2\r\n\r\n{}`), 'not_read'],
  ['a header without a colon', bytes(`${head}nothing\r\ncontent-length: 2\r\n\r\n{}`), 'not_read'],
  ['a status line of a megabyte', bytes(`HTTP/1.1 200 ${'O'.repeat(1_048_576)}\r\n\r\n`), 'nothing_there'],
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
  ['gzip that is none', headers({ 'content-encoding': 'gzip, br' }), 'not_read'],
  ['301 to elsewhere', status(301, '', { location: 'https://elsewhere.example/' }), 'not_read'],
  ['302 to elsewhere', status(302, '', { location: 'https://elsewhere.example/' }), 'not_read'],
  [
    '307 to itself',
    (good, { url }) => ({ ...good, status: 307, body: '', headers: { location: url.href } }),
    'not_read',
  ],
  ['308 without a location', status(308, ''), 'not_read'],
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
  ['no body at all', body(undefined), 'nothing_there'],
  ['204', status(204, undefined), 'nothing_there'],
  ['a page with status 200', body('<html>', { 'content-type': 'text/html' }), 'not_read'],
  ['JSON that is called a text', headers({ 'content-type': 'text/plain' }), 'not_read'],
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
  ['9 MB', body(`{"transactions":[],"pad":"${'x'.repeat(9_000_000)}"}`), 'not_read', { alone: true }],
  ['9 MB of an error', status(500, { message: 'word '.repeat(1_800_000) }), 'not_read', { alone: true }],
  ['no answer', raw(() => undefined), 'not_read', slow],
  ['headers, then nothing', raw(socket => socket.write(`${head}content-length: 100\r\n\r\n`)), 'not_read', slow],
  ['a byte at a time', raw(drip(`${head}content-length: 100000\r\n\r\n`, ' ')), 'not_read', { ...slow, short: true }],
  ['a header at a time', raw(drip(head, 'x-more: y\r\n')), 'not_read', slow],
]

const elsewhere: Rows = {
  token: [
    ['the connection reset before a byte', raw(socket => socket.destroy()), 'not_linked', short],
    ['no answer', raw(() => undefined), 'not_linked', slow],
    [
      'a body without an end',
      raw(forever(`${head}transfer-encoding: chunked\r\n\r\n`, `10000\r\n${' '.repeat(65_536)}\r\n`)),
      'not_linked',
    ],
  ],
  accounts: [
    ['reset after the headers', raw(socket => socket.write(head, () => socket.destroy())), 'not_linked'],
    ['no answer', raw(() => undefined), 'not_linked', slow],
    ['204', status(204, undefined), 'not_linked'],
  ],
  balances: [['reset before a byte', raw(socket => socket.destroy()), 'lines_stay']],
  owners: [['a page', body('<html>', { 'content-type': 'text/html' }), 'lines_stay']],
  overdrafts: [['reset before a byte', raw(socket => socket.destroy()), 'lines_stay']],
  identity: [['reset before a byte', raw(socket => socket.destroy()), 'lines_stay']],
  payment: [
    ['reset before a byte', raw(socket => socket.destroy()), 'payment_not_begun', short],
    ['no answer', raw(() => undefined), 'payment_not_begun', slow],
  ],
  payment_read: [['reset before a byte', raw(socket => socket.destroy()), 'payment_not_confirmed']],
  confirmation: [
    ['reset before a byte', raw(socket => socket.destroy()), 'payment_open', short],
    ['no answer', raw(() => undefined), 'payment_open', slow],
  ],
}

export const transport: Catalogue = {
  family: 'transport',
  cases: [...casesAt('transactions', atTransactions), ...casesOf(elsewhere)],
}
