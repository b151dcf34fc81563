import { readJson } from './fetch-json.ts'

/** Read once, and kept for so long or until something is changed. React Query comes with the first. */
export async function readKept<View>(url: string, keptMs = Number.POSITIVE_INFINITY): Promise<View> {
  const { openQueries } = await import('./client.ts')
  return openQueries().fetchQuery({
    queryKey: [url],
    queryFn: ({ signal }) => readJson<View>(url, signal),
    staleTime: keptMs,
  })
}
