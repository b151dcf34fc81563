import { randomUUID } from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Other texts must not reach SQL. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && uuidPattern.test(text)
}

/** UUIDv7, as the schema's default: what is written together is together in the index. */
export function timedUuid(): string {
  const ms = Date.now().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`
}
