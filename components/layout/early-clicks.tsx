import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ReportEarlyTicks } from './report-early-ticks.tsx'

/**
 * Stores the last click on a button, or submission of a form, that only a script handles, until React has hydrated that element
 * (it hydrates a page in parts), and then repeats it. What the browser handles itself (links, forms with an action, popovers,
 * details) is left alone; a form without an action would otherwise put everything typed, even an IBAN, into this page's URL. It
 * listens after React, which hydrates a clicked part at once if its code is loaded and then handles the click itself. React keeps
 * an early tick of a checkbox, but is not notified of it. A string, because it must run before any other script is loaded.
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

/** Pages can be clicked before their scripts are loaded: an early click takes effect as soon as it can be handled. */
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
