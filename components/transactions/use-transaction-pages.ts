import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readKept } from '#components/query/read-kept.ts'
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

/** Pages read for one filter, and the reading under way or failed. */
type Read = { readonly key: string; readonly pages: readonly TransactionPage[] }
type Reading = { readonly key: string; readonly isFurther: boolean; readonly error: unknown }

export type TransactionPages = ReturnType<typeof useTransactionPages>

/** Pages of transactions, each requested with the cursor of the previous one. Those of the last filter stay until the new ones are there. */
export function useTransactionPages({ url, version, asked, initial }: Pages) {
  const key = `${url} ${version} ${asked}`
  const [read, setRead] = useState<Read | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const latest = useRef<object | null>(null)
  const known = read?.key === key ? read.pages : asked === initial.asked ? [initial.page] : null
  const pages = known ?? read?.pages ?? [initial.page]
  const now = reading?.key === key ? reading : null

  /** As many pages, of which some are there. */
  const readOn = async (count: number, from: readonly TransactionPage[] = []) => {
    const mine = {}
    latest.current = mine
    const isFurther = from.length > 0
    setReading({ key, isFurther, error: null })
    const wanted = [...from]
    try {
      for (let cursor = from.at(-1)?.nextCursor; wanted.length < count && cursor !== null; ) {
        const page = await readPage(url, asked, cursor)
        wanted.push(page)
        cursor = page.nextCursor
      }
      if (latest.current !== mine) return
      setRead({ key, pages: wanted })
      setReading(null)
    } catch (error) {
      if (latest.current === mine) setReading({ key, isFurther, error })
    }
  }
  const begin = useEffectEvent((_key: string) => readOn(1))
  const isUnknown = known === null
  useEffect(() => {
    if (isUnknown) void begin(key)
  }, [isUnknown, key])

  return {
    pages,
    /** They are those of the last filter. */
    isOld: isUnknown,
    isReading: now !== null && now.error === null,
    isReadingFurther: now?.isFurther === true && now.error === null,
    error: now?.isFurther === false ? now.error : null,
    hasFailedFurther: now?.isFurther === true && now.error !== null,
    hasFurther: pages.at(-1)?.nextCursor !== null,
    readFurther: () => {
      if (known !== null && (now === null || now.error !== null)) void readOn(known.length + 1, known)
    },
    /** After something in them was changed. */
    reread: () => readOn(pages.length),
  }
}

function readPage(url: string, asked: string, cursor: string | undefined): Promise<TransactionPage> {
  const search = new URLSearchParams(asked)
  if (cursor) search.set('cursor', cursor)
  return readKept<TransactionPage>(`${url}?${search}`)
}
