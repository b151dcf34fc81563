import { describe, expect, test } from 'vitest'
import { lookupLoopback } from './lookup.ts'

const resolve = (name: string, all: boolean) =>
  new Promise<unknown>((done, fail) => {
    lookupLoopback(name, { all }, (error, address, family) =>
      error ? fail(error) : done(all ? address : [address, family]),
    )
  })

describe('localhost stays on this machine (RFC 6761)', () => {
  test.each(['localhost', '19870.sandbox.localhost', 'LOCALHOST', 'a.localhost.'])('%s', async name => {
    expect(await resolve(name, false)).toEqual(['127.0.0.1', 4])
    expect(await resolve(name, true)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  })

  test('a name that only resembles it goes to the resolver', async () => {
    await expect(resolve('notlocalhost.invalid', false)).rejects.toThrow()
    await expect(resolve('localhost.example.invalid', false)).rejects.toThrow()
  })
})
