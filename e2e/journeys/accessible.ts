import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { settings } from '#e2e/stack-settings.ts'
import { isEveryLook } from './guichet.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Markup that axe has looked at in this run, by any worker: in the data folder of the journeys, which begins empty. */
const seen = join(settings.dataDir, 'markup')

/**
 * Nothing that axe knows of is wrong with the page as it stands. axe takes a second of the processor for a page: in the short form it
 * looks at the elements that it has not seen in this width and colour scheme, in the long form at all of them.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const markup = await page.evaluate(listMarkup)
  const chosen = isEveryLook ? 'all' : chooseNew(markup)
  if (chosen.length === 0) return
  await page.evaluate(axe.source)
  const found = await page.evaluate(runAxe, { chosen, tags })
  expect(found, page.url()).toEqual([])
}

/** Whoever goes from box to box with Tab sees each: nothing that stays at an edge of the window lies over it. */
export async function expectFocusInView(page: Page, boxes: Locator): Promise<void> {
  await boxes.first().focus()
  for (let left = await boxes.count(); left > 0; left--) {
    const covered = await page.evaluate(() => {
      const focused = document.activeElement
      if (!(focused instanceof HTMLInputElement) || focused.type !== 'checkbox') return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const above = document.elementFromPoint(left + width / 2, top + height / 2)
      return focused.closest('label')?.contains(above) ? null : `${focused.name} ${focused.value} at ${top}`
    })
    expect(covered, 'a box with the focus that something covers').toBeNull()
    await page.keyboard.press('Tab')
  }
}

/** Which of the elements have not been looked at in this run; `all` when that is most of the page. */
function chooseNew(markup: readonly string[]): readonly number[] | 'all' {
  const known = new Set(existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : [])
  const added = new Map<string, number>()
  for (const [index, text] of markup.entries()) {
    const mark = createHash('sha256').update(text).digest('base64url')
    if (!known.has(mark) && !added.has(mark)) added.set(mark, index)
  }
  if (added.size > 0) appendFileSync(seen, [...added.keys()].map(mark => `${mark}\n`).join(''))
  return added.size > markup.length / 4 ? 'all' : [...added.values()]
}

/**
 * Every element of the page within the one around it, as far as axe can tell two apart: its name, what styles and describes it,
 * whether it has a text. Without words, numbers and ids, so that one row of a list is as another. Runs in the browser.
 */
function listMarkup(): string[] {
  const varies =
    /^(id|href|src|srcset|value|name|for|action|title|alt|lang|nonce|placeholder|label|aria-label|aria-value.*|datetime|max|min|data-.*)$/
  const refers = /^aria-(labelledby|describedby|controls|owns|activedescendant)$/
  const sketch = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (varies.test(name)) return `${name}:${value !== ''}`
      if (refers.test(name)) return `${name}:${value.split(' ').every(id => document.getElementById(id) !== null)}`
      return `${name}=${name === 'style' ? value.replace(/[\d.]+/g, '0') : value}`
    })
    const hasText = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    return `${element.localName}[${attributes.sort()}]${hasText}`
  }
  const look = `${window.innerWidth} ${matchMedia('(prefers-color-scheme: dark)').matches}`
  return [...document.body.querySelectorAll('*')].map(
    element => `${look} ${sketch(element.parentElement ?? document.body)} > ${sketch(element)}`,
  )
}

/** Violations on the whole page, or in the elements that these selectors match: rule and element. Runs in the browser. */
async function runAxe(order: { chosen: readonly number[] | 'all'; tags: string[] }): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe
  const elements = [...document.body.querySelectorAll('*')]
  const { chosen } = order
  const context = chosen === 'all' ? document : { include: elements.filter((_, index) => chosen.includes(index)) }
  const { violations } = await run(context, { runOnly: order.tags, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
