// Comfort only: every switch of the desk works without this script.
;(() => {
  // On a phone the menu is one line, which scrolls.
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

  const locale = document.documentElement.lang === 'fr' ? 'fr-FR' : 'en-GB'
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
  const words = list.dataset
  const faultNames = JSON.parse(words.faults)

  const make = (tag, className, text) => {
    const element = document.createElement(tag)
    if (className) element.className = className
    if (text !== undefined) element.textContent = text
    return element
  }
  const headers = all => all.map(({ name, value }) => `${name}: ${value}\n`).join('')

  const summaryOf = call => {
    const family = call.status === null ? 'lost' : `s${Math.floor(call.status / 100)}`
    const summary = make('summary')
    const line = make('code', 'line')
    line.append(make('b', '', call.method), ` ${call.target}`)
    summary.append(
      make('span', `status ${family}`, String(call.status ?? '×')),
      ' ',
      make('span', 'time', time.format(new Date(call.at))),
      ' ',
      make('code', 'bank', call.bankCode ?? '–'),
      ' ',
      line,
      ' ',
    )
    if (call.code !== null) summary.append(make('span', 'tag bad', call.code))
    for (const fault of call.faults) summary.append(make('span', 'tag fault', faultNames[fault] ?? fault))
    summary.append(' ', make('span', 'ms', `${call.ms} ms`))
    return summary
  }

  /** JSON in lines, as the page has it for the calls it came with. */
  const formatBody = body => {
    try {
      return JSON.stringify(JSON.parse(body), null, 2)
    } catch {
      return body
    }
  }

  const preOf = text => {
    const pre = make('pre', '', text)
    pre.tabIndex = 0
    return pre
  }

  const detailOf = call => {
    const detail = make('div', 'call')
    const meta = make('p', 'meta', `${call.organisationId ?? '–'} · ${call.personId ?? '–'} · ${call.realAt} · `)
    const curl = make('a', '', words.curl)
    curl.href = `/desk/api/wire/${call.id}/curl`
    meta.append(curl)
    const steps = make('ol', 'steps')
    for (const { step, words: said, outcome, detail: why } of call.steps) {
      const item = make('li', outcome, said?.[document.documentElement.lang] ?? step)
      if (why !== null) {
        const reason = make('span', '', why)
        reason.lang = 'en'
        item.append(' ', reason)
      }
      steps.append(item)
    }
    const answer =
      call.status === null ? words.lost : `${headers(call.responseHeaders)}\n${formatBody(call.responseBody)}`
    detail.append(
      meta,
      make('h3', '', words.steps),
      steps,
      make('h3', '', words.request),
      preOf(`${headers(call.requestHeaders)}${call.requestBody === '' ? '' : `\n${formatBody(call.requestBody)}`}`),
      make('h3', '', words.response),
      preOf(answer),
    )
    return detail
  }

  let last = Number(words.last)
  const show = call => {
    if (call.id <= last) return
    last = call.id
    document.querySelector('[data-none]')?.setAttribute('hidden', '')
    const item = make('li', 'fresh')
    const details = make('details')
    details.append(summaryOf(call), detailOf(call))
    item.append(details)
    list.prepend(item)
    while (list.children.length > Number(words.calls)) list.lastElementChild.remove()
  }

  let source = null
  const listen = () => {
    source = new EventSource('/desk/api/wire/live')
    source.addEventListener('call', event => show(JSON.parse(event.data)))
    // Also after a break: what went by meanwhile.
    source.addEventListener('open', async () => {
      const answer = await fetch(`/desk/api/wire?after=${last}&limit=${words.calls}`)
      if (!answer.ok) return
      const { calls } = await answer.json()
      for (const call of calls.reverse()) show(call)
    })
  }
  const say = () => {
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
    say()
  })
  listen()
  say()
})()
