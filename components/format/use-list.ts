import { useLocale } from 'next-intl'
import { formatTags } from './locale.ts'

/** Joins words as a sentence does, in British English without a comma before the last: `balances, owners and overdrafts`. */
export function useList(): (words: Iterable<string>) => string {
  const locale = useLocale()
  return words => new Intl.ListFormat(formatTags[locale]).format(words)
}
