const key = 'awaited-payment'

/** Which payment somebody waits for on this page, so that only its payer is sent on when it ends. Gone when the page is left. */
let awaitedId: string | null = takeOver()

/** From the choice of the bank, which was left for this page because the payment went on elsewhere. */
function takeOver(): string | null {
  if (typeof window === 'undefined') return null
  try {
    const id = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return id
  } catch {
    return null
  }
}

/** Remembers that a payment is waited for. */
export function awaitPayment(publicId: string): void {
  awaitedId = publicId
}

/** The same on the page that comes next. */
export function keepAwaiting(publicId: string): void {
  try {
    sessionStorage.setItem(key, publicId)
  } catch {
    // Without storage the payer presses the button.
  }
}

/** Whether a payment was waited for. */
export function isAwaited(publicId: string): boolean {
  return awaitedId === publicId
}
