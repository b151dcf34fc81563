import type { Reader } from '#lib/services/apps/reading.ts'

/** The program behind a request. */
export function readerOf(request: Request): Reader {
  return {
    address: addressOf(request),
    program: request.headers.get('user-agent'),
  }
}

/** Where it came from. */
export function addressOf({ headers }: Request): string {
  return (headers.get('x-guichet-peer') ?? '').split(' ')[0] || 'unknown'
}
