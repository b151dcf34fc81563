import type { ChapterData, PageData } from '#tour/page.ts'
import type { Driver } from './driver.ts'
import type { PersonFrame } from './frame.ts'
import { fillProgram } from './home.ts'
import type { State } from './machine.ts'
import { byId, make } from './make.ts'
import { type RecordedStep, writeRecording } from './recording.ts'
import type { Call } from './wire.ts'

/** The page, as far as a chapter is walked on it and kept. */
export type Walked = {
  readonly data: PageData
  readonly driver: Driver
  readonly frame: Pick<PersonFrame, 'show'>
  chapter(): ChapterData
  calls(): readonly Call[]
  /** From the chapter's start, told as it is now. */
  restart(): Promise<State>
  showInside(): Promise<void>
}

/** Walks the chapter from its start and saves it as a file. */
export async function saveChapter(walked: Walked): Promise<void> {
  const { words: t } = walked.data
  const button = byId<HTMLButtonElement>('export')
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  const of = String(walked.chapter().steps.length)
  const tell = (at: number) => {
    button.textContent = t.exporting.replace('{at}', String(at)).replace('{of}', of)
  }
  await walkAndWrite(walked, tell).finally(() => {
    button.ariaDisabled = 'false'
    button.textContent = t.export
  })
}

async function walkAndWrite(walked: Walked, tell: (at: number) => void): Promise<void> {
  const { data, driver } = walked
  const steps: RecordedStep[] = []
  tell(0)
  let state = await walked.restart()
  while (state.at < state.steps) {
    const before = byId('calls').childElementCount
    tell(steps.length + 1)
    driver.send({ is: 'go', to: steps.length + 1 })
    state = await driver.rest()
    // What the step set off is drawn a moment later.
    await new Promise(next => setTimeout(next, settledMs))
    await walked.showInside()
    const step = await recordStep(walked, before)
    // Somebody has walked on.
    if (state.at !== steps.length + 1 || driver.state().run !== state.run) return
    steps.push(step)
  }
  const asset = async (name: string) => (await fetch(data.style.replace('tour.css', name))).text()
  const fill = async (name: string) => [name, fillProgram(await asset(name), walked.calls())] as const
  const programs = Object.fromEntries(await Promise.all(data.programs.map(fill)))
  const style = await readOwnStyle(data.style)
  const chapter = walked.chapter()
  const file = new Blob([writeRecording(chapter, steps, { style, programs }, data)], { type: 'text/html' })
  const address = URL.createObjectURL(file)
  make('a', { href: address, download: `guichet-${chapter.id}-${data.language}.html` }).click()
  // Once the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** What stands on the page; `before`: lines on the wire that earlier steps have left. */
async function recordStep({ frame }: Walked, before: number): Promise<RecordedStep> {
  const screen = await frame.show()
  const besides = [...document.querySelectorAll<HTMLElement>('.person .phone, .person .beside')].filter(
    one => !one.hidden && one.querySelector('li:not(.none), p'),
  )
  const calls = [...byId('calls').children].slice(before).filter(card => card.matches('.call'))
  return {
    screen,
    calls: calls.map(recordedCard).join(''),
    inside: byId('inside').innerHTML,
    besides: besides.map(recordedAside).join(''),
    knows: byId('knows').innerHTML.replaceAll(/<\/?button[^<>]*>/g, ''),
  }
}
const settledMs = 800

/** The page's style with its font in it. */
async function readOwnStyle(path: string): Promise<string> {
  const [style, font] = await Promise.all([
    fetch(path).then(answer => answer.text()),
    fetch(path.replace('tour.css', 'figtree.woff2')).then(answer => answer.arrayBuffer()),
  ])
  return style.replace('figtree.woff2', `data:font/woff2;base64,${btoa(String.fromCharCode(...new Uint8Array(font)))}`)
}

/** Without ids, of which a file has each once. */
function recordedAside(element: Element): string {
  return element.outerHTML.replaceAll(/ (id|aria-labelledby|aria-live|tabindex)="[^"]*"/g, '')
}

/** A card without what needs a server. */
function recordedCard(card: Element): string {
  const copy = card.cloneNode(true) as Element
  copy.querySelector('.forms')?.remove()
  for (const rule of copy.querySelectorAll('.rule-id'))
    rule.replaceWith(make('span', { class: 'rule-id' }, rule.textContent))
  return copy.outerHTML
}
