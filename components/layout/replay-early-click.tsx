'use client'

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Ends the keeping of clicks, and answers the last one (early-clicks.tsx). */
    guichetEarlyClick?: () => MouseEvent | null
  }
}

/** Tells React of what was ticked and pressed before it was there: a box says what its page believes (C21). */
export function ReplayEarlyClick() {
  useEffect(() => {
    const click = window.guichetEarlyClick?.()
    if (click === undefined) return
    delete window.guichetEarlyClick
    for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) tellTick(box)
    const button = click?.target instanceof Element ? click.target.closest('button') : null
    // A click that is still on its way is the one for which React made haste: React answers it itself.
    if (click?.eventPhase !== Event.NONE || !button) return
    const timer = setTimeout(() => button.isConnected && button.click())
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** React keeps a tick that it found, and hears only of the next one. */
function tellTick(box: HTMLInputElement) {
  if (box.checked === box.defaultChecked) return
  box.checked = box.defaultChecked
  box.click()
}
