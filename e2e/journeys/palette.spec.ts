import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, fill, signIn, test, waitForReact, words } from '#testing/browser/guichet.ts'
import { seedLines } from '#testing/browser/lines.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

test('the palette leads to lines, accounts and payees by keyboard, counts aloud, and gives the focus back', async ({
  page,
  member,
  database,
}) => {
  const say = words.fr.palette
  const { savings } = await seedLines(database, member.id)
  await database.query(
    `INSERT INTO "Payee" (id, "userId", name, iban, "createdAt", "updatedAt")
     VALUES (gen_random_uuid(), $1, 'Plomberie Vasseur', 'DE89370400440532013000', now(), now())`,
    [member.id],
  )
  await signIn(page, member, '/home')
  await waitForReact(page)
  const button = page.getByRole('button', { name: say.button, exact: true }).filter({ visible: true })
  await button.focus()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: say.title })
  const field = dialog.getByRole('combobox', { name: say.title })
  await expect(field).toBeFocused()
  await expectAccessible(page)

  await field.fill('ninkasi')
  await expect(dialog.getByRole('option', { name: /ninkasi/i }).first()).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(/^7\sr/)
  await field.fill('livret bl')
  await expect(dialog.getByRole('option', { name: /Livret bleu/ })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await field.fill('livret bl')
  await expect(dialog.getByRole('option', { name: /Livret bleu/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${appUrl}/accounts/${savings}`)
  await expect(dialog).toBeHidden()

  await page.keyboard.press('/')
  await field.fill('vasseur')
  await dialog.getByRole('option', { name: /Plomberie Vasseur/ }).click()
  await page.waitForURL(/\/transfers\/new\?payee=/)

  await page.keyboard.press('Control+k')
  await field.fill('sombre')
  await dialog.getByRole('option', { name: say.themes.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('single keys lead to pages, not while one types, and can be turned off; no key is shown to a finger', async ({
  page,
  member,
  browser,
}) => {
  const say = words.fr.palette
  await signIn(page, member, '/home')
  await waitForReact(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: say.shortcuts.title })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(new URL(page.url()).pathname, 'not behind a dialog').toBe('/home')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(/\/transactions/)
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.pressSequentially('n?gh')
  await expect(search).toHaveValue('n?gh')
  expect(new URL(page.url()).pathname).toBe('/transactions')

  await search.blur()
  await page.keyboard.press('?')
  const stored = page.waitForResponse(/\/preferences$/)
  await dialog.getByLabel(say.shortcuts.on).uncheck()
  await stored
  await page.reload()
  await waitForReact(page)
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: say.title })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/transactions')

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'fr-FR',
    storageState: await page.context().storageState(),
  })
  const small = await phone.newPage()
  await small.goto(`${appUrl}/home`)
  await small.getByRole('button', { name: say.button, exact: true }).filter({ visible: true }).click()
  await expect(small.getByRole('dialog', { name: say.title })).toBeVisible()
  await expect(small.getByText(/^Ctrl/).filter({ visible: true })).toHaveCount(0)
  await expect(small.getByRole('option', { name: say.actions.shortcuts })).toHaveCount(0)
  await phone.close()
})

test('a budget is set, changed and removed; over it is said in words', async ({ page, member, database }) => {
  const say = words.fr.insights.budgets
  const { current } = await seedLines(database, member.id)
  await database.query(
    `UPDATE "Transaction" SET day = (now() AT TIME ZONE 'Europe/Paris')::date
     WHERE "accountId" = $1 AND label LIKE '%CARREFOUR%' AND day > now() - interval '5 days'`,
    [current],
  )
  await signIn(page, member)
  await page.goto(`${appUrl}/insights`)
  await page.getByRole('button', { name: say.add }).click()
  await page.getByLabel(say.category, { exact: true }).selectOption('groceries')
  await page.getByLabel(say.amount).fill('0')
  await page.getByRole('button', { name: say.save }).click()
  await expect(page.getByText(say.amountWrong).first()).toBeVisible()
  await page.getByLabel(say.amount).fill('1,50')
  await page.getByRole('button', { name: say.save }).click()
  const bar = page.getByRole('progressbar', {
    name: fill(say.progress, { category: words.fr.transactions.categories.groceries }),
  })
  await expect(bar).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByText(/^Dépassé de/)).toBeVisible()
  await expect(page.getByRole('button', { name: say.add })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('button', { name: new RegExp(`^${say.edit}`) }).click()
  await page.getByLabel(say.amount).fill('90000')
  await page.getByRole('button', { name: say.save }).click()
  await expect(page.getByText(/^Il reste .*90.000,00/)).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${say.edit}`) }).click()
  await page.getByRole('button', { name: say.remove }).click()
  await expect(page.getByText(say.none)).toBeVisible()
})
