import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { digestBody } from './digest.ts'

const vector = (name: string) => readFileSync(new URL(`vectors/${name}`, import.meta.url))

describe('digest of a body', () => {
  test.each(['empty', 'consent', 'unicode'])('equals the digest of openssl: %s', name => {
    const body = vector(`body-${name}.txt`)
    const expected = vector(`digest-${name}.txt`).toString()
    expect(digestBody(body)).toBe(expected)
    expect(digestBody(body.toString('utf8'))).toBe(expected)
  })

  test('changes with one byte', () => {
    expect(digestBody('{"amount":"1.00"}')).not.toBe(digestBody('{"amount":"1.01"}'))
  })
})
