import 'react-dom/client'

declare global {
  interface Window {
    /** Scripts that the framework runs before it starts, each in a task of its own (`beforeInteractive` of next/script). */
    __next_s?: [source: 0, attributes: { children: string }][]
  }
}

// The framework evaluates this file first, then itself, and hydrates the page. In one task that is the longest of the page; with an
// empty script to run in between, the browser can paint and answer after react-dom was evaluated (quality.md, T7).
window.__next_s = [[0, { children: '' }]]
