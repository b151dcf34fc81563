let isWished = false
let listener: (() => void) | null = null

/** Opens the palette, which is elsewhere in the page; one that is not ready yet opens as soon as it is. */
export function openPalette(): void {
  if (listener) listener()
  else isWished = true
}

/** The palette's answer to `openPalette`, from now on. Returns what ends it. */
export function onOpenRequest(open: () => void): () => void {
  listener = open
  if (isWished) open()
  isWished = false
  return () => {
    listener = null
  }
}
