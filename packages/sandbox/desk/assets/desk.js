// Comfort only: everything on the desk works without this script.
;(() => {
  // On a phone the menu is one line, which scrolls.
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

  const { lang } = document.documentElement
  const locale = lang === 'fr' ? 'fr-FR' : 'en-GB'
  const time = new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Paris', timeStyle: 'medium' })
  for (const clock of document.querySelectorAll('[data-clock][data-frozen=no]')) {
    const startedAt = performance.now()
    setInterval(() => {
      clock.textContent = time.format(new Date(Number(clock.dataset.clock) + performance.now() - startedAt))
    }, 1000)
  }

  const list = document.querySelector('[data-calls]')
  const toggle = document.querySelector('[data-toggle]')
  const state = document.querySelector('[data-state]')
  if (!list || !toggle || !window.EventSource) return

  let last = Number(list.dataset.last)
  const addNewer = async () => {
    const answer = await fetch(`/desk/calls?after=${last}&lang=${lang}`)
    if (!answer.ok) return
    const fresh = document.createElement('template')
    fresh.innerHTML = await answer.text()
    const [newest] = fresh.content.children
    if (!newest) return
    last = Number(newest.dataset.call)
    document.querySelector('[data-none]')?.setAttribute('hidden', '')
    for (const item of fresh.content.children) item.className = 'fresh'
    list.prepend(fresh.content)
    while (list.children.length > Number(list.dataset.calls)) list.lastElementChild.remove()
  }

  // One question at a time, and one more for whatever came meanwhile.
  let isBehind = false
  let isAsking = false
  const catchUp = async () => {
    isBehind = true
    if (isAsking) return
    isAsking = true
    while (isBehind) {
      isBehind = false
      await addNewer().catch(() => {})
    }
    isAsking = false
  }

  let source = null
  const listen = () => {
    source = new EventSource('/desk/api/wire/live')
    source.addEventListener('call', catchUp)
    source.addEventListener('open', catchUp)
  }
  const showState = () => {
    toggle.textContent = source ? toggle.dataset.pause : toggle.dataset.resume
    state.textContent = source ? state.dataset.live : state.dataset.paused
    state.classList.toggle('on', source !== null)
  }
  toggle.hidden = false
  toggle.addEventListener('click', () => {
    if (source) {
      source.close()
      source = null
    } else listen()
    showState()
  })
  listen()
  showState()
})()
