import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** For a field that can be used before scripts run: `take` gets what was typed, or restored by the browser, until they do. */
export function useEarlyText(take: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const takeEarly = useEffectEvent(take)
  useEffect(() => {
    if (field.current && field.current.value !== field.current.defaultValue) takeEarly(field.current.value)
  }, [])
  return field
}
