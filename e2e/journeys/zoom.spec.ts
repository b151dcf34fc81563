import { expect, signIn, test } from '#testing/browser/guichet.ts'
import { seedLines } from '#testing/browser/lines.ts'
import { newOrder } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** What a browser shows of a window of 1280 × 900 pixels at 200 %. */
test.use({ viewport: { width: 640, height: 450 } })

test('at 200 %: nothing is wider than the window, what has the focus is seen, and nothing moves for who asked for rest', async ({
  page,
  member,
  database,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { current } = await seedLines(database, member.id)
  const { publicId } = await newOrder(database)
  await signIn(page, member)
  const pages = [
    '/home',
    `/accounts/${current}`,
    '/transactions',
    '/insights',
    `/transfers/new?from=${current}`,
    '/link',
  ]
  const { rows } = await database.query<{ id: string }>('SELECT "connectionId" AS id FROM "Account" WHERE id = $1', [
    current,
  ])
  const connection = `/connections/${rows[0]?.id}`
  for (const path of [...pages, '/connections', connection, '/household', '/settings', `/pay/${publicId}`]) {
    await page.goto(`${appUrl}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider, `${path} is wider than the window by so many pixels`).toBeLessThanOrEqual(0)
    expect(await page.evaluate(listMoving), `${path}: what moves`).toEqual([])
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(findCovered), `${path}: has the focus, and something covers it`).toBeNull()
    }
  }
})

/** Elements that would move for longer than an eye sees. Runs in the browser. */
function listMoving(): string[] {
  const seconds = (times: string) => Math.max(...times.split(',').map(time => parseFloat(time)))
  return [...document.querySelectorAll('*')].flatMap(element => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
    const lasts = Math.max(animationName === 'none' ? 0 : seconds(animationDuration), seconds(transitionDuration))
    return lasts > 0.01 ? [`${element.tagName} ${element.className} ${lasts} s`] : []
  })
}

/** The element with the focus, if something lies over the middle of what is seen of it. Runs in the browser. */
function findCovered(): string | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ]
  const above = document.elementFromPoint(x, y)
  const isSeen = focused.contains(above) || above?.contains(focused) || focused.closest('label')?.contains(above)
  return isSeen ? null : `${focused.outerHTML.slice(0, 120)} under ${above?.outerHTML.slice(0, 80)}`
}
