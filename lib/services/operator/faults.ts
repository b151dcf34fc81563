import { randomUUID } from 'node:crypto'
import { log } from '#lib/log.ts'

/**
 * Logs a failure of ours and returns the id of the log line: a person is shown the id and
 * nothing else (C51). The path comes without its query.
 */
export function recordFault(
  error: unknown,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  const supportId = randomUUID()
  log().error({ err: error, supportId, method, path }, 'request failed')
  return supportId
}
