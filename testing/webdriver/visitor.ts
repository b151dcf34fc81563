/** A person at a browser that Playwright can't drive. They use keys and a mouse. */
export type Visitor = {
  readonly open: (address: string) => Promise<void>
  /** Waits until it is shown. */
  readonly see: (thing: Thing) => Promise<void>
  /** Waits until it is shown and can be pressed, and clicks it. */
  readonly press: (thing: Thing) => Promise<void>
  /** Clicks a field and types into it, key by key. */
  readonly type: (thing: Thing, text: string) => Promise<void>
  /** What is written there, once it is shown. */
  readonly read: (thing: Thing) => Promise<string>
  /** Waits until the page is at such an address. */
  readonly arrive: (isThere: (address: URL) => boolean) => Promise<void>
  readonly photograph: (file: `${string}.png`) => Promise<void>
  readonly close: () => Promise<void>
}

/** How WebDriver finds it, in its words. By role and accessible name, Firefox takes five seconds on a long page. */
export type Thing = { readonly using: 'css selector' | 'xpath'; readonly value: string }

export const css = (value: string): Thing => ({ using: 'css selector', value })
const xpath = (value: string): Thing => ({ using: 'xpath', value })
export const button = (name: string) => xpath(`//button[normalize-space()="${name}"]`)
export const field = (label: string) => xpath(`//*[@id=//label[normalize-space()="${label}"]/@for]`)
export const text = (words: string) => xpath(`//main//*[not(*)][normalize-space()="${words}"]`)

/** For the slowest answer on a busy machine, and a chapter of the tour at its usual pace. */
export const patienceMs = 120_000
