import type { ChapterData, PageData } from '#tour/page.ts'
import { byId, closestTo, make } from './make.ts'

/** The presenter's own window, while it is open: what to say, what comes next, how long it has taken, and every switch. */
export type Notes = {
  open(): void
  /** `shown`: the step whose words stand on the page. */
  draw(shown: number, chapter: ChapterData): void
}

/** The page of the tour draws into it, and its presses are presses on the page. */
export function openNotes(data: PageData): Notes {
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
  return {
    open: () => {
      presenters = window.open(`/notes?lang=${data.language}`, 'tour-notes', 'popup,width=520,height=760')
      presenters?.addEventListener('load', () => {
        since = Date.now()
        presenters?.document.addEventListener('click', pressHere)
        draw()
      })
    },
    draw: (shown, chapter) => {
      last = { shown, chapter }
      draw()
    },
  }
}

/** A press there is a press on the same control here. */
function pressHere(event: Event): void {
  const { id = '', dataset = {} } = closestTo(event, 'button') ?? {}
  const [name, value] = Object.entries(dataset)[0] ?? []
  const here = id === '' ? document.querySelector<HTMLElement>(`[data-${name}="${value}"]`) : byId(id)
  here?.click()
}

function drawHere(shown: number, chapter: ChapterData, { words: t }: PageData): Node[] {
  const following = chapter.steps[shown]
  const [said, ...switches] = ['say', 'controls', 'faults', 'clock'].map(id => byId(id).cloneNode(true))
  for (const details of switches) if (details instanceof HTMLDetailsElement) details.open = true
  return [
    make('p', { class: 'elapsed' }, [make('span', { id: 'elapsed' }), ` · ${chapter.title}`]),
    ...(said ? [said] : []),
    make('h2', {}, t.sayNext),
    make('p', {}, following ? `${following.title}. ${following.who} ${following.board}` : t.over),
    ...switches,
  ]
}
