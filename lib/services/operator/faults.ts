import { randomUUID } from 'node:crypto'
import { isDatabaseAway } from '#lib/base/database-away.ts'
import { log } from '#lib/log.ts'

/**
 * Logs a fault of ours and returns the id of the log line, which is all that a person is shown (C51). The path has no query. A database
 * that is away for a moment is no fault of the program: a warning with its code, not a stack for every request and poll meanwhile.
 */
export function recordFault(
  error: unknown,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  const supportId = randomUUID()
  if (isDatabaseAway(error)) log().warn({ reason: codeOf(error), supportId, method, path }, 'database away')
  else log().error({ err: error, supportId, method, path }, 'request failed')
  return supportId
}

/** Of Prisma, PostgreSQL or the network, for instance P1017. */
function codeOf(error: unknown): string | null {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}
