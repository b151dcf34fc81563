import { notFound } from 'next/navigation'
import { Refused } from '#lib/domain/refusals/refused.ts'

/** The result of a service, or the not-found page: another person's looks like an unknown one (C29). */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') notFound()
    throw error
  }
}
