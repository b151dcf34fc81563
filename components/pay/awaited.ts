/** Which payment somebody waits for on this page, so that only its payer is sent on when it ends. Gone when the page is left. */
let awaitedId: string | null = null

/** On the address of the page that the choice of a bank leads to because the payment went on elsewhere; redirects keep it. */
export const awaitedMark = '#awaited'

/** Remembers that a payment is waited for. */
export function awaitPayment(publicId: string): void {
  awaitedId = publicId
}

/** Whether a payment was waited for, here or on the page before, whose mark leaves the address. */
export function isAwaited(publicId: string): boolean {
  if (window.location.hash === awaitedMark) {
    awaitedId = publicId
    window.history.replaceState(null, '', window.location.pathname)
  }
  return awaitedId === publicId
}
