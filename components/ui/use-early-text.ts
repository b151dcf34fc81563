import { type RefObject, useEffect } from 'react'

/** Passes on text typed into a field before hydration, of which React does not notify. */
export function useEarlyText(field: RefObject<HTMLInputElement | null>, take: (text: string) => void) {
  useEffect(() => {
    const text = field.current?.value
    if (text) take(text)
  }, [field, take])
}
