import { randomUUID } from 'node:crypto'
import { isDatabaseAway } from '#lib/base/database-away.ts'
import { log } from '#lib/log.ts'

/** Returns the log line's id, all a person is shown (C51). A database away for a moment is a warning without stack. */
export function recordFault(
  error: unknown,
  { method, path: asked }: { readonly method: string; readonly path: string },
  supportId: string = randomUUID(),
): string {
  // Secrets in paths are longer than ids.
  const path = asked.replace(/(?<![\w-])(?![0-9a-f]{8}-)[\w-]{20,}/g, '…')
  if (isDatabaseAway(error)) log().warn({ reason: codeOf(error), supportId, method, path }, 'database away')
  else log().error({ err: error, supportId, method, path }, 'request failed')
  return supportId
}

/** Such as P1017. */
function codeOf(error: unknown): string | null {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}
