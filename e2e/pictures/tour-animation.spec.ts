import { statSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { openTour } from '#testing/browser/tour.ts'
import { chapters } from '#tour/chapters/all.ts'
import { words } from '#tour/words.ts'

/** README begins with it. */
const file = 'docs/images/tour.webp'
const width = 1_000
/** A slow machine takes fewer pictures; each is shown no longer than this. */
const longestMs = 900

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'no-preference' } })

test('the picture that README begins with: the first chapter, played', async ({ page }) => {
  const t = words.en
  await openTour(page, `chapter=${chapters[0]?.id}`, 'en')
  await page.getByRole('button', { name: t.play, exact: true }).click()
  const over = page.getByRole('heading', { name: t.over })
  const frames: { readonly picture: Buffer; readonly at: number }[] = []
  for (let isOver = false; !isOver; ) {
    isOver = await over.isVisible()
    const picture = await page.screenshot()
    if (!frames.at(-1)?.picture.equals(picture)) frames.push({ picture, at: Date.now() })
  }
  // The last one stays long enough to be read.
  const delay = frames.map(({ at }, index) => Math.min((frames[index + 1]?.at ?? at) - at, longestMs) || 4_000)
  const small = await Promise.all(
    frames.map(({ picture }) => sharp(picture).resize({ width }).removeAlpha().png().toBuffer()),
  )
  await sharp(small, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 60 })
    .toFile(file)
  expect(statSync(file).size).toBeLessThan(1_500_000)
})
