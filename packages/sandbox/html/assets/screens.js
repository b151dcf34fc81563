// Comfort only: every screen works without this script.
;(() => {
  // A second click on the same button is the most common double submit.
  for (const form of document.querySelectorAll('form[data-once]')) {
    form.addEventListener('submit', event => {
      if (form.dataset.sent) event.preventDefault()
      form.dataset.sent = 'yes'
    })
  }
  // A page that comes back from the back/forward cache is out of date: ask the server where we are.
  window.addEventListener('pageshow', event => {
    if (event.persisted && document.querySelector('form[data-once]')) location.reload()
  })

  for (const keypad of document.querySelectorAll('[data-keypad-for]')) {
    const field = document.getElementById(keypad.dataset.keypadFor)
    const count = keypad.querySelector('[data-count]')
    keypad.hidden = false
    // The keypad takes the place of a phone's own keyboard.
    field.inputMode = 'none'
    const write = value => {
      field.value = value.slice(0, field.maxLength)
      say()
    }
    const say = () => {
      count.textContent = keypad.dataset.typed.replace('{count}', String(field.value.length))
    }
    field.addEventListener('input', say)
    keypad.addEventListener('click', event => {
      const button = event.target.closest('button')
      if (!button) return
      if (button.dataset.digit !== undefined) write(field.value + button.dataset.digit)
      else if ('erase' in button.dataset) write(field.value.slice(0, -1))
      else write('')
    })
    keypad.addEventListener('keydown', event => {
      if (/^\d$/.test(event.key)) write(field.value + event.key)
      else if (event.key === 'Backspace') write(field.value.slice(0, -1))
      else return
      event.preventDefault()
    })
  }

  for (const timer of document.querySelectorAll('[data-seconds]')) {
    const endsAt = performance.now() + Number(timer.dataset.seconds) * 1000
    const tick = () => {
      const left = endsAt - performance.now()
      // The server decides that time is up, and sends the customer back.
      if (left <= 0) return location.reload()
      if (left <= 120_000) {
        const text = timer.dataset.text.replace('{minutes}', String(Math.ceil(left / 60_000)))
        if (timer.textContent !== text) timer.textContent = text
        timer.hidden = false
      }
      setTimeout(tick, Math.min(left + 1500, left > 125_000 ? left - 120_000 : 1000))
    }
    if (timer.dataset.seconds) tick()
  }

  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!navigator.clipboard) continue
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
      button.textContent = button.dataset.copied
    })
  }
})()
