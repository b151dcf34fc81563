import type { Driver } from './driver.ts'
import { byId, closestTo } from './make.ts'

/** What keys do on the page of the tour. */
export type Keys = {
  readonly driver: Driver
  /** What a key alone does, by its letter: each is also a button or a choice on the page. */
  readonly shortcuts: Readonly<Record<string, () => void>>
  readonly chapters: number
  openChapter(number: number): void
  goOn(): void
  /** A key has moved the story. */
  onMoved(): void
}

const secondDigitMs = 800

/** The keys of the page, wherever the focus is. Returns what is to be done with one that was pressed in the frame, or in another window. */
export function openKeys({ driver, shortcuts, chapters, openChapter, goOn, onMoved }: Keys) {
  let typed = ''
  let typedTimer: ReturnType<typeof setTimeout> | undefined
  const openTyped = () => {
    const number = Number(typed)
    typed = ''
    openChapter(number)
  }
  /** Opens a chapter by its number. A first digit waits for a second one where both could be a number. */
  const typeChapter = (digit: string) => {
    clearTimeout(typedTimer)
    typed += digit
    const isWhole = Number(typed) * 10 > chapters
    typedTimer = setTimeout(openTyped, isWhole ? 0 : secondDigitMs)
  }
  /** Whether the key means something here. On a button Space presses that. */
  const press = (key: string, isButton = false): boolean => {
    // A single key that whoever speaks or trembles may press unmeant can be switched off (WCAG 2.1.4).
    const hasLetters = byId('keys').ariaPressed === 'true'
    const shortcut = hasLetters && Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined
    if (key === 'ArrowRight') goOn()
    else if (key === 'ArrowLeft') driver.send({ is: 'back' })
    else if (key === ' ' && !isButton) driver.send({ is: 'play' })
    else if (key === 'Escape' && document.body.classList.contains('enlarged'))
      document.body.classList.remove('enlarged')
    else if (key === 'Escape' && driver.state().isPlaying) driver.send({ is: 'play' })
    else if (/^\d$/.test(key) && hasLetters) typeChapter(key)
    else if (shortcut) {
      shortcut()
      return true
    } else return false
    onMoved()
    return true
  }
  const hear = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey || closestTo(event, 'select, input, textarea')) return
    if (press(key, closestTo(event, 'button, a, summary') !== null)) event.preventDefault()
  }
  document.addEventListener('keydown', hear)
  return { press, hear }
}
