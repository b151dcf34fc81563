import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, inVariants, signIn, test } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** What one is told, and what a device shows without a network. */

inVariants('fr', ({ say }) => {
  const words = say.settings.alerts

  test('alerts are chosen in the settings; a limit that is none is said beside it', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto(`${appUrl}/settings`)
    const limit = page.getByLabel(words.limits.large_debit)
    await page.getByLabel(words.kinds.large_debit).check()
    await page.getByLabel(words.kinds.salary).check()
    await limit.fill('beaucoup')
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.limitError)).toBeVisible()
    await expect(page.getByLabel(words.kinds.large_debit)).toBeChecked()
    await expect(page.getByLabel(words.kinds.salary)).toBeChecked()
    await limit.fill('€1,234.50')
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.changed)).toBeVisible()
    await expect(limit).toHaveValue(/1234[.,]50/)
    await expect(page.getByLabel(words.kinds.salary)).toBeChecked()
    await expect(page.getByLabel(words.kinds.low_balance)).not.toBeChecked()
    await expectAccessible(page)
  })

  test.describe('installed', () => {
    test.use({ serviceWorkers: 'allow' })

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
})
