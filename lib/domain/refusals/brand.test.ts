import { BankError } from '@guichet/stet/errors.ts'
import { Token } from '@guichet/stet/token.ts'
import { TransportFailure } from '@guichet/stet/transport.ts'
import { expect, test } from 'vitest'
import { Refused } from '#lib/domain/refusals/refused.ts'

/** The same modules loaded again, as Next does. */
async function loadCopies() {
  const load = async <T>(path: string): Promise<T> => import(/* @vite-ignore */ path)
  return {
    refused: await load<typeof import('#lib/domain/refusals/refused.ts')>('./refused.ts?copy'),
    errors: await load<typeof import('@guichet/stet/errors.ts')>('../../../packages/stet/errors.ts?copy'),
    token: await load<typeof import('@guichet/stet/token.ts')>('../../../packages/stet/token.ts?copy'),
    transport: await load<typeof import('@guichet/stet/transport.ts')>('../../../packages/stet/transport.ts?copy'),
  }
}

test('an object created by another copy of a module is recognised', async () => {
  const { refused, errors, token, transport } = await loadCopies()
  expect(refused.Refused).not.toBe(Refused)
  expect(new refused.Refused('busy')).toBeInstanceOf(Refused)
  const fields = { kind: 'timeout', operation: 'accounts.list', requestId: 'r', sent: 'unknown', detail: 'd' } as const
  expect(new errors.BankError(fields)).toBeInstanceOf(BankError)
  expect(new token.Token('pisp', '19870', 'secret')).toBeInstanceOf(Token)
  expect(new transport.TransportFailure('timeout', 'unknown', null, null)).toBeInstanceOf(TransportFailure)
})

test('nothing else is', () => {
  expect(new Error('busy')).not.toBeInstanceOf(Refused)
  expect(new Refused('busy')).not.toBeInstanceOf(BankError)
  expect({ kind: 'pisp' }).not.toBeInstanceOf(Token)
  expect(null).not.toBeInstanceOf(TransportFailure)
})
