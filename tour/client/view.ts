import type { ChapterData, PageData } from '#tour/page.ts'
import type { Known } from './knowledge.ts'
import type { State } from './machine.ts'
import { byId, make } from './make.ts'
import { explainTerms } from './terms.ts'

const lines = ['who', 'proves', 'rule'] as const

/** What came of the last step: the cards of its calls, what a fault did in it, and what those wait for that did nothing. */
export type Outcome = { readonly cards: readonly Element[]; readonly ending: string; readonly waiting: string }

/** The words of the shown step, then what came of it or what stands in its way. */
export function drawSaid(state: State, chapter: ChapterData, outcome: Outcome, data: PageData): HTMLElement[] {
  const { mode, work, shown, at, goal, said } = state
  const { words: t } = data
  const isForBoard = byId<HTMLSelectElement>('voice').value === 'board'
  const step = chapter.steps[shown - 1]
  const following = chapter.steps[shown]
  const isDone = (mode === 'idle' || mode === 'over') && said === null && shown > 0
  const notice = said ?? (mode === 'replaying' && work !== 'find' ? sayReplay(at, goal, t) : null)
  return [
    make('h2', {}, step ? `${shown}. ${step.title}` : chapter.title),
    // First, so that they are in sight on a small projector too.
    ...(isDone
      ? [make('p', { class: 'result' }, [make('b', {}, t.result), sayResult(outcome, t), ' ', outcome.waiting])]
      : []),
    ...(notice === null ? [] : [make('p', { class: 'notice' }, notice)]),
    ...(step
      ? [
          ...(isForBoard ? [sayLine('who', step.who, data), sayLine('board', step.board, data)] : []),
          ...(isForBoard ? [] : lines.map(line => sayLine(line, step[line], data))),
          ...(isForBoard || step.law === '' ? [] : [make('p', { class: 'law' }, explainTerms(step.law, data))]),
        ]
      : [make('p', {}, chapter.lead)]),
    ...(mode === 'over' ? drawEnd(chapter, data) : []),
    ...(following && mode !== 'by_hand'
      ? [make('p', { class: 'upcoming' }, [make('b', {}, t.upcoming), `${shown + 1}. ${following.title}`])]
      : []),
  ]
}

type Words = PageData['words']

const sayLine = (line: 'who' | 'proves' | 'rule' | 'board', text: string, data: PageData) =>
  make('p', { class: line }, [make('b', {}, data.words[line]), ...explainTerms(text, data)])

const sayReplay = (at: number, goal: number, t: Words) =>
  goal === 0 ? t.preparing : t.replaying.replace('{at}', String(at)).replaceAll('{goal}', String(goal))

/** Of how many calls the bank accepted what. */
function sayResult({ cards, ending }: Outcome, t: Words): string {
  if (ending !== '') return ending
  const refused = cards.filter(card => card.matches('.refused'))
  if (cards.length === 0) return t.noCallInStep
  if (refused.length > 0) {
    const status = refused.map(card => card.querySelector('.status')?.textContent ?? '').join(', ')
    const said = cards.length === 1 ? t.callRefused : t.callsRefused
    return said.replace('{of}', String(cards.length)).replace('{status}', status)
  }
  return cards.length === 1 ? t.callAccepted : t.callsAccepted.replace('{count}', String(cards.length))
}

/** The last words of a chapter, and the way to the next one. */
function drawEnd(chapter: ChapterData, data: PageData): HTMLElement[] {
  const { words: t } = data
  const next = data.chapters[data.chapters.indexOf(chapter) + 1]
  return [
    make('h2', {}, t.over),
    make('p', {}, chapter.lead),
    ...(next
      ? [
          make('p', {}, [
            make('b', {}, t.nextChapter),
            make('a', { href: `?chapter=${next.id}&lang=${data.language}`, 'data-chapter': next.id }, next.title),
          ]),
        ]
      : []),
    make('p', { class: 'soft' }, chapter.lastPassed),
  ]
}

/** All steps: those that are done, and the one that is shown. */
export function drawSteps({ shown, at }: State, { steps }: ChapterData): HTMLElement[] {
  return steps.map(({ title }, index) => {
    const isShown = index === shown - 1
    const button = make(
      'button',
      { type: 'button', 'data-step': String(index), ...(isShown ? { 'aria-current': 'step' } : {}) },
      [make('span', { 'aria-hidden': 'true' }, index < at ? '✓' : String(index + 1)), title],
    )
    return make('li', { class: isShown ? 'now' : index < at ? 'done' : '' }, [button])
  })
}

/** Who knows what after `at` steps: what was measured, and what people know of each other. A cell leads to what proves it. */
export function drawKnown(
  at: number,
  chapter: ChapterData,
  measured: ReadonlyMap<string, Known>,
  { words: t }: PageData,
): HTMLElement[] {
  const rows = chapter.known[at] ?? []
  const before = chapter.known[Math.max(0, at - 1)] ?? []
  const head = make('tr', {}, [
    make('td'),
    ...chapter.holders.map(who => make('th', { scope: 'col' }, t.holders[who as keyof typeof t.holders])),
  ])
  return [
    make('thead', {}, [head]),
    make(
      'tbody',
      {},
      rows.map((row, index) =>
        make('tr', {}, [
          make('th', { scope: 'row' }, t.facts[chapter.facts[index] as keyof typeof t.facts]),
          ...row.map((told, column) => {
            const { hold, proof } = measured.get(`${chapter.holders[column]}:${chapter.facts[index]}`) ?? { hold: told }
            const words = t.holds[hold as keyof typeof t.holds]
            const isNew = before[index]?.[column] !== told
            const fact = chapter.facts[index] ?? ''
            const who = chapter.holders[column] ?? ''
            const of = { 'data-proof': String(proof), 'data-fact': fact, 'data-who': who }
            const attributes = { type: 'button', ...of, title: t.proof }
            const cell = proof === undefined ? words : [make('button', attributes, words)]
            return make('td', { class: `${hold}${isNew ? ' new' : ''}` }, cell)
          }),
        ]),
      ),
    ),
  ]
}
