import { globSync } from 'node:fs'
import { limitOf, weigh } from '#root/bench/first-load.ts'
import { expect, signIn, test, waitForReact } from '#testing/browser/guichet.ts'
import { newLink, newOrder } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

test('no page’s first script passes its limit (T6)', async ({ page, member, database }) => {
  const order = await newOrder(database)
  const link = await newLink(database)
  const filled = (path: string) =>
    path
      .replace('/pay/[publicId]', new URL(order.url).pathname)
      .replace('/l/[slug]', new URL(link.url).pathname)
      .replace('/link/[bank]', '/link/19870')
  await database.query('UPDATE "User" SET role = $2 WHERE id = $1', [member.id, 'operator'])
  await signIn(page, member)
  const paths = globSync('app/**/page.tsx')
    .map(file => filled(`/${file.replace(/^app\/|\/?page\.tsx$/g, '')}`.replace(/\/\([^)]+\)/g, '')))
    // A page of a person's own row has the same components as its list, which is measured.
    .filter(path => !path.includes('['))
  expect(paths.length).toBeGreaterThan(20)
  const heavy: string[] = []
  const scripts = new Map<string, Promise<Buffer>>()
  const read = (source: string) => {
    const script = scripts.get(source) ?? page.request.get(new URL(source, appUrl).href).then(answer => answer.body())
    scripts.set(source, script)
    return script
  }
  for (const path of paths) {
    const answer = await page.request.get(`${appUrl}${path || '/'}`)
    const { kb, files } = await weigh(await answer.text(), read)
    const limit = limitOf(path)
    console.log(
      JSON.stringify({
        bench: 'first-load',
        path: path.replace(order.publicId, '…'),
        kb: Math.round(kb * 10) / 10,
        files,
        limit,
      }),
    )
    if (kb > limit) heavy.push(`${path}: ${kb.toFixed(1)} kB of ${limit}`)
  }
  expect(heavy).toEqual([])
})

test('what a page runs first is in it once, and not in its data again', async ({ page }) => {
  const html = await (await page.request.get(`${appUrl}/signin`)).text()
  expect(html.split('note.className')).toHaveLength(2)
})

test('nothing moves when the scripts have loaded: what they offer has its place before (T7)', async ({
  page,
  member,
}) => {
  // The scripts wait until the page is read and painted: a busy browser paints rows that it hasn't read whole.
  let held = Promise.resolve()
  await page.route('**/*.js', async route => {
    await held
    await route.continue()
  })
  const expectStill = async (path: string) => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    await page.goto(`${appUrl}${path}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading')
    const paintedAt = await page.evaluate(
      () =>
        new Promise<number>(resolve =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
        ),
    )
    release()
    await waitForReact(page)
    const moved = await page.evaluate(
      paintedAt =>
        new Promise<string[]>(resolve => {
          const seen: string[] = []
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) if (entry.startTime > paintedAt) seen.push(JSON.stringify(entry))
          }).observe({ type: 'layout-shift', buffered: true })
          // Two frames: what was rendered last is laid out, and its entry is delivered.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)))
        }),
      paintedAt,
    )
    expect(moved, path).toEqual([])
  }
  await expectStill('/signin')
  await expectStill('/signup')
  await signIn(page, member)
  await expectStill('/settings')
})
