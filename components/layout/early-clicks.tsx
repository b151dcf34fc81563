import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ReportEarlyTicks } from './report-early-ticks.tsx'

/**
 * Keeps the last press of a button or form that only a script answers, until React has come to that very one: parts of a page
 * come to life one after the other. What the browser does by itself (links, forms with an action, popovers, details) needs none
 * of this; a form without one would go to this page's address with all that was typed, an IBAN too. It listens behind React,
 * which makes haste for a press on a part whose code is there: such a press is answered already. React keeps a tick that it
 * found, and hears only of the next one. Text, for it runs before any other script is there.
 */
const keepEarlyClicks = `{
  const isAlive = node => Object.keys(node).some(name => name.startsWith('__reactProps$'))
  const boxes = new Set()
  let pressed = null
  let isLooking = false
  const look = () => {
    isLooking = false
    for (const box of boxes) {
      if (box.isConnected && !isAlive(box)) continue
      boxes.delete(box)
      if (box.checked === box.defaultChecked) continue
      box.checked = box.defaultChecked
      box.click()
    }
    const ripe = pressed
    if (ripe && (isAlive(ripe) || !ripe.isConnected)) {
      pressed = null
      if (ripe.isConnected) ripe.click()
    }
    lookOn()
  }
  const lookOn = () => {
    if (isLooking || (pressed === null && boxes.size === 0)) return
    isLooking = true
    requestAnimationFrame(look)
  }
  addEventListener('click', ({ target }) => {
    const hit = target instanceof Element ? target.closest('button[type=button]:not([popovertarget]),input[type=checkbox]') : null
    if (hit === null) return
    if (hit.localName === 'button') pressed = isAlive(hit) ? null : hit
    else if (!isAlive(hit)) boxes.add(hit)
    lookOn()
  })
  addEventListener('submit', event => {
    const { target, submitter } = event
    if (target.hasAttribute('action') || target.getAttribute('method') === 'get' || isAlive(target)) return
    event.preventDefault()
    pressed = submitter
    lookOn()
  })
  window.guichetReportTicks = () => {
    for (const box of document.querySelectorAll('input[type=checkbox]')) boxes.add(box)
    lookOn()
  }
}`

/** A page is read, and pressed, before its scripts have come: a button pressed too early does its work as soon as it can. */
export async function EarlyClicks({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <>
      <script nonce={nonce}>{keepEarlyClicks}</script>
      {children}
      <ReportEarlyTicks />
    </>
  )
}
