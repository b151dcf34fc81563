import { readFileSync } from 'node:fs'
import { expectAccessible } from '#testing/browser/accessible.ts'
import {
  expect,
  fill,
  inVariants,
  openWithoutScripts,
  signIn,
  tabTo,
  test,
  waitForReact,
  words,
} from '#testing/browser/guichet.ts'
import { seedLines } from '#testing/browser/lines.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

inVariants('fr', ({ language }) => {
  const { transactions: say, rules } = words[language]

  test('lines are found, filtered and filed, by keyboard too', async ({ page, member, database }) => {
    await seedLines(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/transactions`)
    await expectAccessible(page)
    const search = page.getByRole('searchbox')
    await tabTo(page, search)
    await page.keyboard.type('ninkasi')
    await expect(page.getByRole('status').filter({ hasText: '24' })).toBeVisible()
    await expect(page).toHaveURL(/\?q=ninkasi$/)

    await page.getByRole('button', { name: say.filters, exact: true }).click()
    await page.getByLabel(say.filter.direction).selectOption('in')
    await expect(page.getByRole('heading', { name: say.nothingTitle })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: say.clearAll }).first().click()
    await search.fill('carefour')
    const corrected = fill(words[language].accounts.transactions.corrected, { words: 'carrefour' })
    await expect(page.getByText(corrected)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '48' })).toBeVisible()
    await page.goto(`${appUrl}/transactions?q=ninkasi`)
    await expect(search).toHaveValue('ninkasi')

    await page
      .getByRole('link', { name: /Chez Ninkasi/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(say.change.sources.label)).toBeVisible()
    await dialog.getByRole('button', { name: say.change.start }).click()
    await dialog.getByLabel(say.change.category).selectOption('leisure')
    await dialog.getByLabel(fill(say.change.always, { name: 'Chez Ninkasi' })).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: say.change.save }).click()
    await expect(dialog.getByText(say.change.sources.person)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(
      page.getByRole('link', { name: new RegExp(`Ninkasi.*${say.categories.leisure}`) }).first(),
    ).toBeVisible()

    await page.goto(`${appUrl}/transactions/rules`)
    await expect(page.getByText(fill(rules.saysCounterparty, { name: 'chez ninkasi' }))).toBeVisible()
    await page.getByRole('button', { name: rules.add }).click()
    await page.getByLabel(rules.pattern).fill('carrefour')
    await page.getByLabel(rules.category).selectOption('shopping')
    await expect(page.getByText(/48 .*48 /)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: rules.save }).click()
    await expect(page.getByRole('status').filter({ hasText: '48' })).toBeVisible()
  })

  test('the latest of home lead to their own pages, and back', async ({ page, member, database }) => {
    const { home, accounts } = words[language]
    await seedLines(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/home`)
    await page.getByRole('region', { name: home.latest.title }).getByRole('listitem').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/transactions\/[^/]+$/)
    await expect(page.getByRole('heading', { name: accounts.transactions.detailsTitle })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/home$/)
  })

  test('pictures tell their numbers, as a table and by arrow keys', async ({ page, member, database }) => {
    const insights = words[language].insights
    await seedLines(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/insights`)
    await expectAccessible(page)
    const picture = page.getByRole('slider', { name: insights.months.title })
    await tabTo(page, picture)
    const before = await picture.getAttribute('aria-valuetext')
    await page.keyboard.press('Home')
    await expect(picture).not.toHaveAttribute('aria-valuetext', before ?? '')
    await page.getByRole('region', { name: insights.months.title }).getByText(insights.asTable).click()
    await expect(page.getByRole('table', { name: insights.months.title }).getByRole('row')).toHaveCount(13)
    const rent = page.getByRole('region', { name: insights.recurring.title }).getByText(/Foncia/)
    await expect(rent.first()).toBeVisible()
    await expectAccessible(page)
  })
})

inVariants('en', ({ language }) => {
  const { transactions: say, imports } = words[language]

  test('lines leave as a file and come in from one', async ({ page, member, database }) => {
    await seedLines(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/transactions?q=edf`)
    await page.getByText(say.export.title).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: say.export.formats['csv-fr'].name }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^guichet-operations-\d{4}-\d{2}-\d{2}-fr\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.match(/PRLV SEPA EDF/g)).toHaveLength(12)
    expect(text).toContain(';-92,40;EUR;')

    await page.goto(`${appUrl}/transactions/imports`)
    await expectAccessible(page)
    const old = `${text}Compte courant;Banque;01/02/2019;;LOYER ANCIEN;;-700,00;EUR;BOOK;;;;;\r\n`
    await page
      .getByLabel(imports.account, { exact: true })
      .selectOption({ label: 'Compte courant · Banque du Littoral' })
    await page
      .getByLabel(imports.file, { exact: true })
      .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(old) })
    await page.getByRole('button', { name: imports.check }).click()
    await expect(page.getByText(imports.isDouble, { exact: true })).toHaveCount(12)
    await expect(page.getByRole('button', { name: imports.check })).toBeEnabled()
    await expectAccessible(page)
    await page.getByRole('button', { name: /1\s/ }).click()
    // The field shows the file's name too, so the import is complete only when its history has it.
    const brought = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(brought('old.csv')).toBeVisible()
    await page.goto(`${appUrl}/transactions?q=ancien`)
    await expect(page.getByRole('link', { name: /loyer ancien/i })).toBeVisible()

    await page.goto(`${appUrl}/transactions/imports`)
    // The same file again claims the transaction too: each import is undone on its own, and the transaction goes with the last.
    await page
      .getByLabel(imports.account, { exact: true })
      .selectOption({ label: 'Compte courant · Banque du Littoral' })
    const older = 'date,label,amount\n2019-02-01,LOYER ANCIEN,-700\n2019-01-01,LOYER PLUS ANCIEN,-690\n'
    await page
      .getByLabel(imports.file, { exact: true })
      .setInputFiles({ name: 'older.csv', mimeType: 'text/csv', buffer: Buffer.from(older) })
    await page.getByRole('button', { name: imports.check }).click()
    await page.getByRole('button', { name: /1\s/ }).click()
    await expect(brought('older.csv')).toBeVisible()
    await brought('old.csv').getByRole('button', { name: imports.undo }).click()
    await expect(brought('old.csv')).toContainText(/1\s(opération reste|transaction stays)/)
    await expectAccessible(page)
    await page.getByRole('button', { name: imports.undoForget }).click()
    await expect(brought('old.csv')).toHaveCount(0)
    await brought('older.csv').getByRole('button', { name: imports.undo }).click()
    await page.getByRole('button', { name: imports.undoConfirm }).click()
    await expect(page.getByText(imports.historyNone)).toBeVisible()
  })
})

test('a transaction has an address: over its list, going back closes it; on its own page, forms keep what is added', async ({
  page,
  member,
  database,
}) => {
  const say = words.fr.transactions
  await seedLines(database, member.id)
  await signIn(page, member)
  await page.goto(`${appUrl}/transactions?q=ninkasi`)
  await waitForReact(page)
  await page.mouse.wheel(0, 600)
  const line = page.getByRole('link', { name: /Chez Ninkasi/ }).nth(8)
  await line.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/transactions\/[\w-]{30,}$/)
  const at = await page.evaluate(() => window.scrollY)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\?q=ninkasi$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(at)

  for (const isFirst of [true, false]) {
    await line.click()
    await page.getByRole('link', { name: say.yours.open }).click()
    await expect(page.getByLabel(say.yours.note, { exact: true })).toBeVisible()
    if (!isFirst) break
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY), 'the list is where it was').toBe(at)
  }
  await page.getByLabel(say.yours.note, { exact: true }).fill('avec Zoé')
  await page.getByLabel(say.yours.tags, { exact: true }).fill('sortie, été')
  await page.getByRole('button', { name: say.yours.save, exact: true }).click()
  await expect(page.getByText(say.yours.saved)).toBeVisible()
  await expect(page.getByLabel(say.yours.note, { exact: true })).toHaveValue('avec Zoé')
  const part = (position: string) => page.getByLabel(fill(say.yours.partCategory, { position }))
  await part('1').selectOption('leisure')
  await part('2').selectOption('restaurant')
  await page.getByLabel(fill(say.yours.partAmount, { position: '1' })).fill('5,00')
  await page.getByRole('button', { name: say.yours.saveSplit }).click()
  await expect(page.getByRole('button', { name: say.yours.joinParts })).toBeVisible()
  await expectAccessible(page)
  const receipt = { name: 'ticket.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.getByLabel(say.yours.receipt, { exact: true }).setInputFiles(receipt)
  await page.getByRole('button', { name: say.yours.attach }).click()
  await expect(page.getByRole('link', { name: /ticket\.pdf/ })).toBeVisible()

  await page.goto(`${appUrl}/transactions/many?tag=sortie&all=1`)
  await page.getByLabel(say.many.category, { exact: true }).selectOption('travel')
  await expectAccessible(page)
  await page.getByRole('button', { name: say.many.apply }).click()
  await expect(page.getByText(/1\sopération a été modifiée/)).toBeVisible()
})

test('before the scripts have come the search takes words, what opens by itself opens, and the rest is disabled', async ({
  page,
  member,
  database,
}) => {
  const say = words.fr.transactions
  const { current } = await seedLines(database, member.id)
  await signIn(page, member)

  const filters = page.getByRole('button', { name: say.filters, exact: true })
  const line = page.getByRole('link', { name: /Chez Ninkasi/ }).first()
  await openWithoutScripts(page, '/transactions', async () => {
    await expect(filters).toBeDisabled()
    await expect(line).toHaveAttribute('href', /^\/transactions\/./)
  })
  await filters.click()
  await expect(page.getByLabel(say.filter.direction)).toBeVisible()
  await line.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)

  const csv = page.getByRole('link', { name: say.export.formats['csv-fr'].name })
  await openWithoutScripts(page, '/transactions', async () => {
    await page.getByText(say.export.title).click()
    await expect(csv).toBeVisible()
  })
  await waitForReact(page)
  await expect(csv).toBeVisible()

  await openWithoutScripts(page, '/transactions', async () => {
    await page.getByRole('searchbox').pressSequentially('ninkasi')
  })
  await expect(page).toHaveURL(/\?q=ninkasi$/)
  await expect(page.getByRole('status').filter({ hasText: '24' })).toBeVisible()

  const direction = page.getByLabel(say.filter.direction)
  const counted = page.getByRole('button', { name: fill(say.filtersCount, { count: '1' }), exact: true })
  await openWithoutScripts(page, '/transactions?min=1', () => expect(counted).toBeDisabled())
  await counted.click()
  await direction.selectOption('in')
  await expect(page).toHaveURL(/\?min=1&direction=in$/)

  await openWithoutScripts(page, `/accounts/${current}`, async () => {
    await page.getByRole('searchbox').pressSequentially('ninkasi')
  })
  await expect(page.getByRole('link', { name: /Carrefour/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Chez Ninkasi/ }).first()).toBeVisible()
})
