import { afterEach, describe, expect, test, vi } from 'vitest'
import { log } from '#lib/log.ts'
import { recordFault } from './faults.ts'

const warn = vi.spyOn(log(), 'warn').mockReturnValue()
const error = vi.spyOn(log(), 'error').mockReturnValue()
afterEach(() => vi.clearAllMocks())
const request = { method: 'GET', path: '/home' }

describe('a fault in the log', () => {
  test('is an error with its stack, under the id that a person is shown', () => {
    const err = new Error('a bug')
    const supportId = recordFault(err, request)
    expect(error.mock.calls).toEqual([[{ err, supportId, ...request }, 'request failed']])
    expect(warn).not.toHaveBeenCalled()
  })

  test('has the ids of its path, and no secret', () => {
    const id = 'b7e23ec2-9af7-4b1c-8f3e-2d6f0c1a9e55'
    recordFault(new Error('a bug'), { method: 'POST', path: `/simplefin/claim/${'Ab1_-'.repeat(9)}` })
    recordFault(new Error('a bug'), { method: 'GET', path: `/accounts/${id}` })
    const said = (path: string) => [{ path }, 'request failed']
    expect(error.mock.calls).toMatchObject([said('/simplefin/claim/…'), said(`/accounts/${id}`)])
  })

  test('is a warning with its code while the database is away', () => {
    const supportId = recordFault(Object.assign(new Error('down'), { code: 'P1017', secret: 's' }), request)
    recordFault(new Error('Connection terminated unexpectedly'), request)
    expect(warn.mock.calls).toEqual([
      [{ reason: 'P1017', supportId, ...request }, 'database away'],
      [{ reason: null, supportId: expect.any(String), ...request }, 'database away'],
    ])
    expect(error).not.toHaveBeenCalled()
  })
})
