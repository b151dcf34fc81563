import type { z } from 'zod'
import { RequestProblem, type SchemaSource } from './fetch-json.ts'

/** Sends fields and a file as a form and validates the answer by its schema. Throws RequestProblem. */
export async function sendForm<T extends z.ZodType>(
  url: string,
  schema: SchemaSource<T>,
  fields: Readonly<Record<string, File | string | null>>,
): Promise<z.infer<T>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.set(name, value)
  const response = await fetch(url, { method: 'POST', body, cache: 'no-store', credentials: 'same-origin' }).catch(
    () => {
      throw new RequestProblem(0, null)
    },
  )
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { ProblemView } = await import('#lib/views/banking.ts')
    throw new RequestProblem(response.status, ProblemView.safeParse(answer).data ?? null)
  }
  const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(answer)
  if (!parsed.success) throw new RequestProblem(response.status, null)
  return parsed.data
}
