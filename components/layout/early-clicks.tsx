import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ReplayEarlyClick } from './replay-early-click.tsx'

/**
 * Keeps the last click on a button that only a script answers: what the browser does by itself (links, forms, popovers,
 * details) needs none of this. Text, for it runs before any other script is there.
 */
const keepLastClick = `{
  let last = null
  const keep = event => {
    if (event.target instanceof Element && event.target.closest('button[type=button]:not([popovertarget])')) last = event
  }
  document.addEventListener('click', keep, true)
  window.guichetEarlyClick = () => {
    document.removeEventListener('click', keep, true)
    return last
  }
}`

/** A page is read, and pressed, before its scripts have come: a button pressed too early does its work as soon as it can. */
export async function EarlyClicks({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <>
      <script nonce={nonce}>{keepLastClick}</script>
      {children}
      <ReplayEarlyClick />
    </>
  )
}
