import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { isEveryLook } from './guichet.ts'
import { settings } from './stack-settings.ts'

/** Half the size of the module's own text: each page has to compile it. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Hashes of the markup that axe has checked in this run, by any worker: in the journeys' data folder, which is empty at first. */
const seen = join(settings.dataDir, 'markup')

/**
 * Checks the current page with axe, which takes a second of CPU per page: in the short form only elements that it has not checked
 * in this width and colour scheme, in the long form all. A page of another origin within it is a frame of its own.
 */
export async function expectAccessible(page: Page, frame: Frame = page.mainFrame()): Promise<void> {
  // The framework writes a page's title a moment after the page that a link led to.
  await expect(page).toHaveTitle(/./)
  const markup = await frame.evaluate(listMarkup)
  const chosen: readonly number[] | 'all' = isEveryLook ? 'all' : chooseNew(markup)
  if (chosen.length === 0) return
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  const found = await frame.evaluate(runAxe, { chosen, tags })
  expect(found, frame.url()).toEqual([])
}

/** Checks that the page has a heading, is accessible and fits the width of the window. */
export async function expectReadable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Checks that each box reached with Tab is visible: nothing fixed at an edge of the window covers it. */
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

/** The elements that have not been checked in this run. */
function chooseNew(markup: readonly string[]): readonly number[] {
  const known = new Set(existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : [])
  const added = new Map<string, number>()
  for (const [index, text] of markup.entries()) {
    const mark = createHash('sha256').update(text).digest('base64url')
    if (!known.has(mark) && !added.has(mark)) added.set(mark, index)
  }
  if (added.size > 0) appendFileSync(seen, [...added.keys()].map(mark => `${mark}\n`).join(''))
  return [...added.values()]
}

/**
 * Describes every element of the page within its parents, as far as axe can distinguish elements: its name, what styles and
 * describes it, whether it has text. Without words, numbers and ids, so that rows of a list are equal. Runs in the browser.
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

/**
 * Violations on the whole page, or in the chosen elements and those around them: rule and element. axe checks what is inside of an
 * element too, so the parts of the page without any chosen element are excluded. Runs in the browser.
 */
async function runAxe(order: { chosen: readonly number[] | 'all'; tags: string[] }): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe
  const elements = [...document.body.querySelectorAll('*')]
  const chosen = order.chosen === 'all' ? elements : order.chosen.map(index => elements[index])
  const around = new Set<Element>([document.body])
  for (const element of chosen)
    for (let at = element ?? null; at !== null && !around.has(at); at = at.parentElement) around.add(at)
  const exclude = elements.filter(one => !around.has(one) && one.parentElement && around.has(one.parentElement))
  const context = exclude.length === 0 ? document : { include: document, exclude }
  const { violations } = await run(context, { runOnly: order.tags, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
