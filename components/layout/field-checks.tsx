'use client'

import { InlineScript } from './inline-script.tsx'

/**
 * Shows the browser's own form validation next to the field and in the page's language, because the browser's bubbles use the
 * browser's language. A string, because forms are used before any other script is loaded and on pages
 * without other scripts. Without JavaScript the browser shows its bubbles.
 */
const sayBeside = `words => {
  const sayOf = ({ validity, type, localName, minLength, dataset }) => {
    if (validity.valueMissing) {
      if (type === 'checkbox') return words.tick
      if (type === 'file') return words.file
      if (dataset.missing) return dataset.missing
      return type === 'radio' || localName === 'select' ? words.choose : words.fill
    }
    if (validity.typeMismatch) return type === 'email' ? words.email : words.address
    if (validity.tooShort) return words.short.replace('%', minLength)
    return words.form
  }
  const idOf = field => (field.type === 'radio' ? field.name : field.id || field.name) + '-check'
  const clear = field => {
    const note = field.form && document.getElementById(idOf(field))
    if (!note) return
    const before = note.dataset.before
    note.remove()
    hideRefusal(field, false)
    field.removeAttribute('aria-invalid')
    if (before) field.setAttribute('aria-describedby', before)
    else field.removeAttribute('aria-describedby')
  }
  // What the server said of an earlier text gives way.
  const hideRefusal = (field, hidden) => {
    const refusal = document.getElementById(field.id + '-error')
    if (refusal) refusal.hidden = hidden
  }
  let first = null
  addEventListener('invalid', event => {
    const field = event.target
    event.preventDefault()
    if (first === null)
      requestAnimationFrame(() => {
        first.focus()
        // A bank that the search hides can't be: its message is to be seen all the same.
        if (document.activeElement !== first) document.getElementById(idOf(first))?.scrollIntoView({ block: 'center' })
        first = null
      })
    if (first === null || first.offsetParent === null) first = field
    const id = idOf(field)
    if (document.getElementById(id)) {
      if (field.type === 'radio') return
      clear(field)
    }
    hideRefusal(field, true)
    const note = document.createElement('p')
    note.id = id
    note.className = 'field-check'
    note.dataset.before = field.getAttribute('aria-describedby') || ''
    note.textContent = sayOf(field)
    const around = field.closest(field.type === 'radio' ? 'fieldset' : '[data-field]')
    if (around) around.append(note)
    else (field.closest('label') || field).after(note)
    field.setAttribute('aria-invalid', 'true')
    const hint = note.dataset.before.replace(field.id + '-error', '').trim()
    field.setAttribute('aria-describedby', (hint + ' ' + id).trim())
  }, true)
  addEventListener('input', event => clear(event.target), true)
  addEventListener('change', event => clear(event.target), true)
}`

/** Replaces the browser's validation bubbles by our messages. */
export function FieldChecks({ nonce, words }: { nonce: string | undefined; words: Readonly<Record<string, string>> }) {
  const text =
    typeof window === 'undefined' ? `(${sayBeside})(${JSON.stringify(words).replaceAll('<', '\\u003c')})` : ''
  return <InlineScript nonce={nonce} text={text} />
}
