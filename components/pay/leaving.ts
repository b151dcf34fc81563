declare global {
  interface Window {
    /** A form of this page is on its way. */
    guichetIsLeaving?: boolean
  }
}

/**
 * Notes that a form was sent, for whatever else would leave the page: two navigations cancel each other, and the payer would lose the bank. In the
 * page's own text, because a payer may press before any script is loaded. It listens before React, which keeps the event of a part that
 * it can't hydrate yet to itself, and looks at the end whether a script has sent the form instead.
 */
export const noteLeaving = `addEventListener('submit', event => {
  guichetIsLeaving = true
  setTimeout(() => { guichetIsLeaving = !event.defaultPrevented })
}, true)
addEventListener('pageshow', ({ persisted }) => { if (persisted) guichetIsLeaving = false })`

/** Whether a form of this page is on its way: nothing else may leave it then. */
export function isLeaving(): boolean {
  return window.guichetIsLeaving === true
}
