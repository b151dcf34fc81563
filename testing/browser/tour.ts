import { readFileSync, writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { chapters } from '#tour/chapters/all.ts'
import type { Chapter, Language } from '#tour/story.ts'
import { words } from '#tour/words.ts'
import { isEveryLook } from './guichet.ts'
import { tourUrl } from './stack-settings.ts'

/** Chapters that move the clocks of the whole stack: nothing else may run meanwhile. */
export const movesClocks = ({ steps }: Chapter) => steps.some(({ acts }) => acts.some(act => 'clock' in act))

/** Chapters of a person alone: others share the clock or Guichet's certificates. */
export const ownChapters = chapters.filter(one => !movesClocks(one) && one.stage !== 'new certificates')

/** The same numbers for the same seed (mulberry32). */
export function openChance(start: number): (below: number) => number {
  let state = start
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const languageOf = ({ stage }: Chapter): Language => (stage === 'a shop asks' ? 'en' : 'fr')

export async function openTour(page: Page, query: string, language: Language): Promise<void> {
  await page.goto(`${tourUrl}/?${query}&lang=${language}`)
  await expectStill(page)
  await hasten(page)
}

/** Ten times as fast as people can choose: what is left out is waiting. */
export const hasten = (page: Page) =>
  page.locator('#speed').evaluate((select: HTMLSelectElement) => select.add(new Option('', '22', true, true)))

/** Waits until nothing runs: the chapter stands at a step. */
export const expectStill = (page: Page) =>
  expect(page.locator('body[data-mode=idle], body[data-mode=over]')).toBeVisible({ timeout: 180_000 })

/** Plays a chapter to its end, without a warning. */
export async function playChapter(page: Page, chapter: Chapter): Promise<void> {
  const language = languageOf(chapter)
  const t = words[language]
  await openTour(page, `chapter=${chapter.id}`, language)
  await page.getByRole('button', { name: t.play, exact: true }).click()
  const warnings: string[] = []
  page.on('console', message => {
    // playwright.config.ts blocks service workers, and the browser warns of it.
    const isOurs = !message.text().startsWith('Service Worker registration blocked')
    if (message.type() === 'warning' && isOurs) warnings.push(message.text())
  })
  const over = page.getByRole('heading', { name: t.over })
  await expect(over.or(page.locator('body[data-mode=idle] #say .notice'))).toBeVisible({ timeout: 90_000 })
  expect(warnings).toEqual([])
  await expect(over).toBeVisible()
  expect(new URL(page.url()).searchParams.get('step')).toBe(String(chapter.steps.length))
  if (isEveryLook) recordPassed(chapter.id)
}

/** The tour's page says when each chapter was last played to its end, and on which version. */
function recordPassed(id: string): void {
  const { version } = readJson<{ version: string }>('package.json')
  const all = { ...readJson<Record<string, unknown>>(passedFile), [id]: { version, on: todayIso() } }
  const inOrder = Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(passedFile, `${JSON.stringify(inOrder, null, 2)}\n`)
}

const passedFile = 'tour/passed.json'
const readJson = <Content>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as Content
const todayIso = () => new Date().toISOString().slice(0, 10)
