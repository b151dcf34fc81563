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

/** What is known of a filter: what was read of it, else what the server drew, unless something was changed since. @internal */
export function knownPages(key: string, read: Read | null, drawn: Read | null): readonly TransactionPage[] | null {
  return [read, drawn].find(one => one?.key === key)?.pages ?? null
}

/** Pages of transactions, each requested with the cursor of the previous one. Those of the last filter stay until the new ones are there. */
export function useTransactionPages({ url, version, asked, initial }: Pages) {
  const key = `${url} ${version} ${asked}`
  const { read, setRead, reading, readOn } = useReading({ url, version, asked }, key)
  const [changed, setChanged] = useState<string | null>(null)
  const drawn = { key: `${url} ${version} ${initial.asked}`, pages: [initial.page] }
  const known = knownPages(key, read, changed === version ? null : drawn)
  const pages = known ?? read?.pages ?? drawn.pages
  const now = reading?.key === key ? reading : null
  const isUnknown = known === null
  const begin = useEffectEvent((_key: string) => readOn(1))
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
    /** After something in them was changed: what the server drew is out of date. */
    reread: () => {
      setChanged(version)
      if (known !== null) setRead({ key, pages: known })
      return readOn(pages.length)
    },
  }
}

function useReading(asked: Omit<Pages, 'initial'>, key: string) {
  const [read, setRead] = useState<Read | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const latest = useRef<object | null>(null)
  const wanted = useRef(key)
  useEffect(() => {
    wanted.current = key
  }, [key])
  /** As many pages, of which some are there. */
  const readOn = async (count: number, from: readonly TransactionPage[] = []) => {
    const mine = {}
    latest.current = mine
    const isFurther = from.length > 0
    setReading({ key, isFurther, error: null })
    try {
      const pages = await readPages(asked, count, from)
      if (latest.current !== mine) return
      // Who has gone back to another filter keeps all its pages.
      if (wanted.current === key) setRead({ key, pages })
      setReading(null)
    } catch (error) {
      if (latest.current === mine) setReading({ key, isFurther, error })
    }
  }
  return { read, setRead, reading, readOn }
}

async function readPages(
  { url, version, asked }: Omit<Pages, 'initial'>,
  count: number,
  from: readonly TransactionPage[],
): Promise<readonly TransactionPage[]> {
  const pages = [...from]
  for (let cursor = from.at(-1)?.nextCursor; pages.length < count && cursor !== null; ) {
    const search = new URLSearchParams(asked)
    if (cursor) search.set('cursor', cursor)
    const page = await readKept<TransactionPage>(`${url}?${search}`, { version })
    pages.push(page)
    cursor = page.nextCursor
  }
  return pages
}
