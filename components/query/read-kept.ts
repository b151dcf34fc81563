import { readJson } from './fetch-json.ts'

type Kept = { version?: string; keptMs?: number }

/** Read once for each version, and kept for so long or until something is changed. React Query comes with the first. */
export async function readKept<View>(
  url: string,
  { version = '', keptMs = Number.POSITIVE_INFINITY }: Kept = {},
): Promise<View> {
  const { openQueries, wasRemoved } = await import('./client.ts')
  const read = (): Promise<View> =>
    openQueries()
      .fetchQuery({
        queryKey: [url, version],
        queryFn: ({ signal }) => readJson<View>(url, signal),
        staleTime: keptMs,
      })
      .catch(error => (wasRemoved(error) ? read() : Promise.reject(error)))
  return read()
}
