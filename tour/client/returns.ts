import type { FromHand } from './hand.ts'

/** What a page in the frame says of itself, as far as it is about a return. */
export type Arrived = Pick<Extract<FromHand, { hand: 'here' }>, 'doubled' | 'since'>

/** Opens a return that the bank doubled twice, as a browser does that comes back twice. `onDoubled`: after how long, or null for not at all. */
export function openReturns(open: (address: string) => void, onDoubled: () => number | null) {
  let second: string | null = null
  let left = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => {
    clearTimeout(timer)
    second = null
    left = 0
  }
  /** Whether what a page says means nothing, since it is left for the second return. */
  const hear = ({ doubled, since }: Arrived): boolean => {
    if (since === left) return true
    const again = second
    forget()
    if (again !== null) {
      left = since
      open(again)
      return true
    }
    const ms = doubled === null ? null : onDoubled()
    if (doubled === null || ms === null) return false
    timer = setTimeout(() => {
      second = doubled
      open(doubled)
    }, ms)
    return false
  }
  return { hear, forget }
}
