import type { z } from 'zod'
import { type Asked, answer } from '#app/problem.ts'
import { readAs } from '#app/read-request.ts'
import { checkOperator } from '#lib/services/operator/access.ts'

/** A JSON route of the operator console: not found for everybody else, before their input is read. */
export function answerOperator(handler: (asked: Asked) => Promise<unknown>) {
  return answer(async asked => {
    await checkOperator(asked.session)
    return handler(asked)
  })
}

/** Parses the query by a schema, ignoring empty fields. Invalid ones are refused by name. */
export function readQuery<Value>(query: URLSearchParams, schema: z.ZodType<Value>): Value {
  const given = Object.fromEntries([...query].filter(([, value]) => value.trim() !== ''))
  return readAs(schema, given, 'query')
}
