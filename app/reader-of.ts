import type { Reader } from '#lib/services/apps/reading.ts'

/** The program behind a request. */
export function readerOf({ headers }: Request): Reader {
  return {
    address: (headers.get('x-guichet-peer') ?? '').split(' ')[0] || 'unknown',
    program: headers.get('user-agent'),
  }
}
