import 'react-dom/client'

/** What a script of the page has pushed: that there is data, a piece of the data, the state of a form, or binary data. */
type Pushed = readonly [0] | readonly [1, string] | readonly [2, unknown] | readonly [3, string]

declare global {
  interface Window {
    /** Scripts that the framework runs before it starts, each in a task of its own (`beforeInteractive` of next/script). */
    __next_s?: [source: 0, attributes: { children: string }][]
    /** The page's data: what its scripts pushed before the framework started, then the framework's own `push`, which reads at once. */
    __next_f?: { push: (one: Pushed) => unknown; splice: (from: number) => Pushed[] }
  }
}

// The framework evaluates this file first, then itself, reads the page's data and hydrates the page. In one task that is the longest of a
// page (docs/costs.md, T7). With an empty script to run in between, the browser can paint and answer once react-dom is evaluated.
window.__next_s = [[0, { children: '' }]]

const pieceLength = 8_192

/** The same data in pieces, which end with a line, so that no character is torn apart. */
function* cut(all: readonly Pushed[]): Generator<Pushed> {
  for (const one of all) {
    if (one[0] !== 1) {
      yield one
      continue
    }
    const [kind, text] = one
    for (let from = 0, to = 0; from < text.length; from = to) {
      to = text.indexOf('\n', from + pieceLength) + 1 || text.length
      yield [kind, text.slice(from, to)]
    }
  }
}

// The data is held back until the framework has started, and pushed piece by piece. Timers run in the order in which they are set: the
// framework starts in one that is set after the first below, and in one that it sets then it closes the data of a page that is loaded.
const data = window.__next_f
if (data && document.readyState !== 'loading') {
  const pieces = [...cut(data.splice(0))]
  setTimeout(() => {
    for (const piece of pieces) setTimeout(() => data.push(piece))
  })
}
