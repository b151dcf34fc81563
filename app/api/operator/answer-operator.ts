import type { z } from 'zod'
import { type Asked, answer } from '#app/problem.ts'
import { readAs } from '#app/read-request.ts'
import { checkOperator } from '#lib/services/operator/access.ts'

/** A JSON route of the operator console: whoever is no operator is told that there is nothing, before their input is looked at. */
export function answerOperator(handler: (asked: Asked) => Promise<unknown>) {
  return answer(async asked => {
    await checkOperator(asked.session)
    return handler(asked)
  })
}

/** The query by a schema; an empty field of a form says nothing. What does not fit is refused by its name. */
export function readQuery<Value>(query: URLSearchParams, schema: z.ZodType<Value>): Value {
  const given = Object.fromEntries([...query].filter(([, value]) => value.trim() !== ''))
  return readAs(schema, given, 'query')
}
