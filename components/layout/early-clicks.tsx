'use client'

import type { ReactNode } from 'react'
import { InlineScript } from './inline-script.tsx'
import { ReportEarlyInput } from './report-early-input.tsx'

/**
 * Stores the last click on a button, or submission of a form, that only a script handles, until React has hydrated that element
 * (it hydrates a page in parts), and then repeats it. Early ticks, text and choices are repeated too: React keeps them on the page,
 * but calls no handler for them. What the browser handles itself (links, forms with an action, popovers,
 * details) is left alone; a form without an action would otherwise put everything typed, even an IBAN, into this page's URL.
 *
 * It notes a click before React, and forgets it after React: a clicked part whose code is loaded is hydrated at once, and its click
 * handled; of any other part React stops the click, and nobody behind it hears of it. Props are on an element before it is
 * hydrated, so its fibre is asked, as React does before it handles an event (flags: 2 is Placement, 4096 is Hydrating). React ignores
 * an event of a field whose value it believes to know already, so the field is first set back. What was typed is noted with the field,
 * because a part that renders again right after its hydration resets its fields. A click that follows such input waits until the
 * input was repeated: React hydrates what is clicked at once, and its handler would see the fields as the server wrote them. A
 * string, because it must run before any other script is loaded; browsers get it in the page, and not once more in its data.
 */
const keepEarlyClicks = `{
  const isAlive = node => {
    let fibre = node[Object.keys(node).find(name => name.startsWith('__reactFiber$'))]
    if (!fibre || fibre.alternate) return Boolean(fibre)
    for (; fibre; fibre = fibre.return) if (fibre.flags & 4098) return false
    return true
  }
  const boxes = new Map()
  const fields = new Map()
  let pressed = null
  let isLooking = false
  let isRepeating = false
  const repeatText = (field, value) => {
    const { selectionStart, selectionEnd } = field
    if (field.localName === 'select') {
      const first = Math.max(0, [...field.options].findIndex(option => option.defaultSelected))
      field.value = value
      if (field.selectedIndex !== first) field.dispatchEvent(new Event('change', { bubbles: true }))
      return
    }
    if (value === field.defaultValue) return
    field.value = field.defaultValue
    // The prototype's setter, because React's own on the element would note this value too.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    if (typeof selectionStart === 'number') field.setSelectionRange(selectionStart, selectionEnd)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const look = () => {
    isLooking = false
    const early = boxes.size + fields.size
    for (const [box, isChecked] of boxes) {
      if (box.isConnected && !isAlive(box)) continue
      boxes.delete(box)
      if (isChecked === box.defaultChecked) continue
      box.checked = box.defaultChecked
      box.click()
    }
    for (const [field, value] of fields) {
      if (field.isConnected && !isAlive(field)) continue
      fields.delete(field)
      if (field.isConnected) repeatText(field, value)
    }
    const ripe = pressed
    // What was repeated just now is in React's state only from the next frame on.
    if (ripe && boxes.size + fields.size === early && (isAlive(ripe) || !ripe.isConnected)) {
      pressed = null
      isRepeating = true
      if (ripe.isConnected) ripe.click()
      isRepeating = false
    }
    lookOn()
  }
  const lookOn = () => {
    if (isLooking || (pressed === null && boxes.size + fields.size === 0)) return
    isLooking = true
    requestAnimationFrame(look)
  }
  const hitOf = ({ target }) =>
    target instanceof Element ? target.closest('button[type=button]:not([popovertarget]),input[type=checkbox]') : null
  const holdBack = (event, button) => {
    if (isRepeating || boxes.size + fields.size === 0) return false
    event.preventDefault()
    event.stopPropagation()
    pressed = button
    lookOn()
    return true
  }
  addEventListener('click', event => {
    const hit = hitOf(event)
    if (hit === null || (hit.localName === 'button' && holdBack(event, hit))) return
    if (hit.localName === 'button') pressed = isAlive(hit) ? null : hit
    else if (!isAlive(hit)) boxes.set(hit, hit.checked)
    lookOn()
  }, true)
  addEventListener('click', event => {
    const hit = hitOf(event)
    if (hit === null || !isAlive(hit)) return
    if (hit === pressed) pressed = null
    boxes.delete(hit)
  })
  const texts = 'input:not([type=checkbox],[type=radio],[type=file],[type=hidden]),textarea,select'
  addEventListener('input', ({ target }) => {
    if (!target.matches(texts)) return
    if (isAlive(target)) fields.delete(target)
    else fields.set(target, target.value)
    lookOn()
  }, true)
  const isByScript = form => !form.hasAttribute('action') && form.getAttribute('method') !== 'get'
  addEventListener('submit', event => {
    if (event.submitter !== null && isByScript(event.target)) holdBack(event, event.submitter)
  }, true)
  addEventListener('submit', event => {
    const { target, submitter } = event
    if (!isByScript(target) || isAlive(target)) return
    event.preventDefault()
    pressed = submitter
    lookOn()
  })
  window.guichetReportInput = () => {
    for (const box of document.querySelectorAll('input[type=checkbox]'))
      if (!boxes.has(box)) boxes.set(box, box.checked)
    for (const field of document.querySelectorAll(texts))
      if (!fields.has(field)) fields.set(field, field.value)
    lookOn()
  }
}`

/** Pages can be used before their scripts are loaded: an early click or word takes effect as soon as it can be handled. */
export function EarlyClicks({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <>
      <InlineScript nonce={nonce} text={typeof window === 'undefined' ? keepEarlyClicks : ''} />
      {children}
      <ReportEarlyInput />
    </>
  )
}
