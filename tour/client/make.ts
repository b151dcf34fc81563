/** An element with attributes and content. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  content: string | readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...(typeof content === 'string' ? [content] : content))
  return element
}

/** A button, and what a press on it does. */
export function makeButton(
  words: string,
  act: (button: HTMLElement) => unknown,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const button = make('button', { type: 'button', ...attributes }, words)
  button.addEventListener('click', () => void act(button))
  return button
}

/** A button that copies a text, and says so. */
export const makeCopy = (words: string, copied: string, read: () => string) =>
  makeButton(words, async button => {
    await navigator.clipboard.writeText(read())
    button.textContent = copied
  })

/** The element with that id, which the page always has. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no element ${id}`)
  return element as Kind
}

/** A text within markup. */
export function inText(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}

/** What was pressed, or the element around it that matches. Not by class: the presenter's window has classes of its own. */
export function closestTo({ target }: Event, selector: string): HTMLElement | null {
  return target && 'closest' in target && typeof target.closest === 'function' ? target.closest(selector) : null
}
