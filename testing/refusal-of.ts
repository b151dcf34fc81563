import { Refused } from '#lib/domain/refusals/refused.ts'

/** The refusal in which something ends; null if it succeeds. Anything else that is thrown fails the test. */
export const refusalOf = (work: Promise<unknown>): Promise<Refused | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error)),
  )

/** Its code. */
export const codeOf = async (work: Promise<unknown>) => (await refusalOf(work))?.code ?? null
