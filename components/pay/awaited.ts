/** Which payment somebody waits for on this page, so that only its payer is sent on when it ends. Gone when the page is left. */
let awaitedId: string | null = null

/** Remembers that a payment is waited for. */
export function awaitPayment(publicId: string): void {
  awaitedId = publicId
}

/** Whether a payment was waited for. */
export function isAwaited(publicId: string): boolean {
  return awaitedId === publicId
}
