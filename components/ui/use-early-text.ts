import { type RefObject, useEffect } from 'react'

/** What was typed into a field before React was there: the browser keeps it, and React does not tell of it. */
export function useEarlyText(field: RefObject<HTMLInputElement | null>, take: (text: string) => void) {
  useEffect(() => {
    const text = field.current?.value
    if (text) take(text)
  }, [field, take])
}
