import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { codingsOf, decodeBody, textOf, UnknownCoding } from './decode.ts'

const text = '{"name":"Compte chèque"}'
const plain = Buffer.from(text)
const decode = (bytes: Buffer, coding: string, { limit = 1_000, isCut = false } = {}) =>
  decodeBody(bytes, codingsOf(coding), { limit, isCut }).then(String)

describe('codings', () => {
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['X-GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity, gzip', gzipSync(plain)],
    ['deflate, br', brotliCompressSync(deflateSync(plain))],
    ['', plain],
  ])('%s', async (coding, bytes) => {
    expect(await decode(bytes, coding)).toBe(text)
    expect(await decode(Buffer.alloc(0), coding)).toBe('')
  })

  test.each(['zstd', 'compress', 'gzip, exi', 'gzip, gzip, gzip, gzip', '%'])('%s is refused', coding => {
    expect(() => codingsOf(coding)).toThrow(UnknownCoding)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('%s: a bomb is refused at the limit, what is cut off or no code fails', async (coding, encode) => {
    const bomb = encode(Buffer.alloc(10_000_000))
    expect(bomb.length).toBeLessThan(11_000)
    await expect(decode(bomb, coding, { limit: 4_000_000 })).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
    await expect(decode(encode(plain).subarray(0, -9), coding)).rejects.toThrow()
    await expect(decode(plain, coding)).rejects.toThrow()
  })

  test('what we cut ourselves is read as far as it goes', async () => {
    const long = Buffer.from(Array.from({ length: 5_000 }, (_, at) => `${at}`).join(' '))
    for (const [coding, encode] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const read = await decode(encode(long).subarray(0, 5_000), coding, { limit: 100_000, isCut: true })
      expect(read.length).toBeGreaterThan(1_000)
      expect(String(long).startsWith(read)).toBe(true)
    }
  })
})

describe('charsets', () => {
  const said = '{"a":"é€"}'
  test.each<[string, Buffer, string | undefined]>([
    ['UTF-8', Buffer.from(said), undefined],
    ['UTF-8, declared', Buffer.from(said), 'application/json; charset=UTF-8'],
    ['a byte order mark', Buffer.from(`\uFEFF${said}`), 'application/json'],
    ['a byte order mark against what is declared', Buffer.from(`\uFEFF${said}`), 'application/json;charset=iso-8859-1'],
    ['UTF-16', Buffer.from(`\uFEFF${said}`, 'utf16le'), undefined],
    ['windows-1252, declared', Buffer.from('{"a":"\xe9\x80"}', 'latin1'), 'application/json; charset="windows-1252"'],
    ['windows-1252, undeclared', Buffer.from('{"a":"\xe9\x80"}', 'latin1'), 'application/json'],
    ['ISO-8859-15', Buffer.from('{"a":"\xe9\xa4"}', 'latin1'), 'application/json;charset=ISO-8859-15;x=y'],
    ['UTF-8, declared as another', Buffer.from(said), 'application/json;charset=ISO-8859-1'],
    ['windows-1252, declared as UTF-8', Buffer.from('{"a":"\xe9\x80"}', 'latin1'), 'application/json;charset=utf-8'],
    ['UTF-16, declared', Buffer.from(said, 'utf16le'), 'application/json;charset=utf-16'],
    ['a charset that is none', Buffer.from(said), 'application/json;charset=everything'],
  ])('%s', (_, bytes, type) => {
    expect(textOf(bytes, type)).toBe(said)
  })

  test('ISO-8859-1', () => {
    expect(textOf(Buffer.from([0xe9]), 'application/json;charset=ISO-8859-1')).toBe('é')
  })
})
