import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, devices } from '@playwright/test'
import { expect, type Language, type Member, newMember, signIn, test } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { type Picture, writeContactSheets } from './contact-sheet.ts'
import { scenes } from './scenes.ts'
import { answerOfPayee, type People, prepareWorld } from './world.ts'

const folder = join('.data', 'pictures')
const widths = { 390: 844, 1440: 900 } as const
const languages = { fr: 'fr-FR', en: 'en-GB' } as const
/** The height up to which a browser takes a picture in one piece. */
const maxPixels = 16_000
type Look = { readonly language: Language; readonly width: 390 | 1440; readonly colorScheme: 'light' | 'dark' }
const looks: readonly Look[] = (['fr', 'en'] as const).flatMap(language =>
  ([1440, 390] as const).flatMap(width =>
    (['light', 'dark'] as const).map(colorScheme => ({ language, width, colorScheme })),
  ),
)
const nameOf = ({ language, width, colorScheme }: Look) => `${language}-${width}-${colorScheme}`

test('a picture of every page, in each language, width and colour scheme', async ({ page, browser, database }) => {
  const people: People = {
    person: await newMember(database, 'Camille Bernard'),
    merchant: await newMember(database, 'Maëlle Le Goff'),
    operator: await newMember(database, 'Olivia Opération'),
  }
  const world = await prepareWorld({ page, browser, database }, people)
  const pictures: Picture[] = []
  const faults: string[] = []
  for (const look of looks) {
    await database.query(`UPDATE "User" SET "locale" = $1`, [look.language])
    for (const as of ['nobody', 'person', 'merchant', 'operator'] as const) {
      const context = await openAs(browser, look, as === 'nobody' ? null : people[as])
      for (const [name, scene] of Object.entries(scenes).filter(([, one]) => one.as === as)) {
        const since = scene.isStale ? 'epoch' : 'now'
        await database.query(`UPDATE "Session" SET "authenticatedAt" = $1::timestamptz`, [since])
        if (scene.payee) await answerOfPayee(database, world.organisationId, scene.payee)
        pictures.push(await take(context, look, { name, path: scene.path(world) }, faults))
      }
      await context.close()
    }
  }
  const sheets = await writeContactSheets(browser, folder, pictures)
  console.log(JSON.stringify({ pictures: pictures.length, sheets: sheets.length, folder, faults }))
  expect(faults).toEqual([])
})

async function openAs(browser: Browser, look: Look, member: Member | null): Promise<BrowserContext> {
  const { language, width, colorScheme } = look
  const context = await browser.newContext({
    locale: languages[language],
    timezoneId: 'Europe/Paris',
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height: widths[width] },
    // Some pages are made for phones by the browser's name.
    ...(width === 390 ? { hasTouch: true, isMobile: true, userAgent: devices['Pixel 7'].userAgent } : {}),
  })
  if (member) await signIn(await context.newPage(), member)
  return context
}

/** The whole page once it is idle; an error, or a page wider than the window, is a fault. */
async function take(
  context: BrowserContext,
  look: Look,
  { name, path }: { readonly name: string; readonly path: string },
  faults: string[],
): Promise<Picture> {
  const page = await context.newPage()
  const answer = await page.goto(`${appUrl}${path}`)
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if ((answer?.status() ?? 500) >= 500 || (answer?.status() === 404 && !/unknown|none/.test(path)))
    faults.push(`${nameOf(look)} ${name}: ${answer?.status()}`)
  if (wider > 0) faults.push(`${nameOf(look)} ${name}: wider than the window by ${wider} px`)
  const file = `${name.replaceAll('/', '_')}.png`
  mkdirSync(join(folder, nameOf(look)), { recursive: true })
  // Not `fullPage`: while it takes a picture, a phone has a mouse, and bars of the screen's edge are in the middle of the page.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: look.width, height: Math.min(height, maxPixels) })
  await page.screenshot({ path: join(folder, nameOf(look), file) })
  await page.close()
  return { look: nameOf(look), file, caption: `${name} ${new URL(page.url()).pathname}` }
}
