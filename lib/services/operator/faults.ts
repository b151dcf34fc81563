import { randomUUID } from 'node:crypto'
import { log } from '#lib/log.ts'

/**
 * Logs a fault of ours and returns the id of the log line, which is all that a person is shown (C51). The path has no query.
 */
export function recordFault(
  error: unknown,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  const supportId = randomUUID()
  log().error({ err: error, supportId, method, path }, 'request failed')
  return supportId
}
