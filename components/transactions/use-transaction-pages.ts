import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { readJson } from '#components/query/fetch-json.ts'
import type { TransactionPage } from '#lib/views/banking.ts'

type Pages = {
  /** The route, without its query. */
  url: string
  /** Changes with every refresh, so that data from before and after it is not mixed. */
  version: string
  /** The current filter as a query. */
  asked: string
  /** The page rendered by the server, and its query. */
  initial: { page: TransactionPage; asked: string }
}

export type TransactionPages = ReturnType<typeof useTransactionPages>

/** Pages of transactions, each requested with the cursor of the previous one. */
export function useTransactionPages({ url, version, asked, initial }: Pages) {
  return useInfiniteQuery({
    queryKey: ['transactions', url, version, asked],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(asked)
      if (pageParam) search.set('cursor', pageParam)
      return readJson<TransactionPage>(`${url}?${search}`, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    ...(asked === initial.asked ? { initialData: { pages: [initial.page], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
