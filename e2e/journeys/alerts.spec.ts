import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, inVariants, signIn, test } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** What a device on which we are installed shows without a network. */

test.use({ serviceWorkers: 'allow' })

inVariants('fr', () => {
  test('without a network it says so, and that nothing is kept here', async ({ page, member, context }) => {
    await signIn(page, member)
    await page.goto(`${appUrl}/home`)
    const manifest = await page.request.get(`${appUrl}/manifest.webmanifest`)
    expect(await manifest.json()).toMatchObject({ start_url: '/home', display: 'standalone' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
    await context.setOffline(true)
    await page.goto(`${appUrl}/home`)
    await expect(page.getByRole('heading', { name: /Pas de connexion|No connection/ })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await context.setOffline(false)
    await page.getByRole('link').click()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page).toHaveURL(`${appUrl}/home`)
  })
})
