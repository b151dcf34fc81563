import type { ChapterData, PageData } from '#tour/page.ts'
import { byId, closestTo, make } from './make.ts'

/** The presenter's own window, while it is open: what to say, what comes next, how long it has taken, every switch and every key. */
export type Notes = {
  open(): void
  /** `shown`: the step whose words stand on the page. */
  draw(shown: number, chapter: ChapterData): void
}

/** The page of the tour draws into it, and its presses are presses on the page. It outlives the page, which another language loads again. */
export function openNotes(data: PageData, hearKey: (event: KeyboardEvent) => void): Notes {
  let presenters: Window | null = null
  let last: { readonly shown: number; readonly chapter: ChapterData } | null = null
  let since = 0
  const find = (id: string) => (presenters?.closed === false ? presenters.document.getElementById(id) : null)
  const tellTime = () => {
    const seconds = Math.round((Date.now() - since) / 1_000)
    const clock = find('elapsed')
    if (clock) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  const draw = () => {
    const here = find('here')
    if (!here || !last) return
    here.replaceChildren(...drawHere(last.shown, last.chapter, data))
    tellTime()
  }
  setInterval(tellTime, 1_000)
  const hear = () => {
    const there = presenters?.document
    there?.addEventListener('click', pressHere)
    there?.addEventListener('change', chooseHere)
    there?.addEventListener('keydown', hearKey)
    there?.documentElement.setAttribute('lang', data.language)
    draw()
  }
  const began = sessionStorage.getItem('notes')
  sessionStorage.removeItem('notes')
  if (began !== null) {
    since = Number(began)
    presenters = window.open('', 'tour-notes')
    hear()
  }
  window.addEventListener('pagehide', () => presenters?.closed === false && sessionStorage.setItem('notes', `${since}`))
  return {
    open: () => {
      if (presenters?.closed === false) return presenters.focus()
      since = Date.now()
      presenters = window.open(`/notes?lang=${data.language}`, 'tour-notes', 'popup,width=520,height=760')
      presenters?.addEventListener('load', hear)
    },
    draw: (shown, chapter) => {
      last = { shown, chapter }
      draw()
    },
  }
}

/** A press there is a press on the same control here. */
function pressHere(event: Event): void {
  const control = closestTo(event, 'button, a')
  if (!control) return
  event.preventDefault()
  const { id, dataset } = control
  const [name, value] = Object.entries(dataset)[0] ?? []
  const here = id === '' ? document.querySelector<HTMLElement>(`[data-${name}="${value}"]`) : byId(id)
  here?.click()
}

/** A choice there is one here. */
function chooseHere(event: Event): void {
  const there = closestTo(event, 'select, input')
  if (!there || !('value' in there)) return
  const here = byId<HTMLSelectElement>(there.id)
  here.value = String(there.value)
  here.dispatchEvent(new Event('change'))
}

function drawHere(shown: number, chapter: ChapterData, { words: t }: PageData): Node[] {
  const following = chapter.steps[shown]
  const [said, ...switches] = ['say', 'controls', 'tools', 'faults', 'clock'].map(id => cloneControl(byId(id)))
  return [
    make('p', { class: 'elapsed' }, [make('span', { id: 'elapsed' }), ` · ${chapter.title}`]),
    ...(said ? [said] : []),
    make('h2', {}, t.sayNext),
    make('p', {}, following ? `${following.title}. ${following.who} ${following.board}` : t.over),
    ...switches,
  ]
}

/** As it stands: open, with what was chosen. */
function cloneControl(control: HTMLElement): Node {
  const clone = control.cloneNode(true)
  if (clone instanceof HTMLDetailsElement) clone.open = true
  const selects = clone instanceof HTMLElement ? clone.querySelectorAll('select') : []
  for (const select of selects) select.value = byId<HTMLSelectElement>(select.id).value
  return clone
}
