import { notFound } from 'next/navigation'
import { Refused } from '#lib/domain/refusals/refused.ts'

/** What a service read, or the page that says there is no such thing: another's is the same as none (C29). */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') notFound()
    throw error
  }
}
