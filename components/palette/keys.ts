/** Which keys may be for us, before anything is known of what they do. */

type Key = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'repeat' | 'defaultPrevented'>

/** Whether a key is pressed alone: no modifier of the browser or system, and no text composition. */
export function isPlainKey(event: Key): boolean {
  const { altKey, ctrlKey, metaKey, isComposing, repeat, defaultPrevented } = event
  return !(altKey || ctrlKey || metaKey || isComposing || repeat || defaultPrevented)
}

/** Ctrl-K or ⌘K without other modifiers. Also works in a field, where neither types anything. */
export function isPaletteKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

/** Elements that take typed letters, in which single keys are not shortcuts. */
export const typingPlaces =
  'input,textarea,select,[contenteditable]:not([contenteditable="false"]),[role=textbox],[role=combobox],[role=listbox]'
