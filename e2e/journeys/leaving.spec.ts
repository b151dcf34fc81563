import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { banks } from '#testing/browser/bank.ts'
import {
  expect,
  fill,
  linkBank,
  type Member,
  openWithoutScripts,
  sendConsent,
  signIn,
  test,
  waitUntilLoaded,
  words,
} from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** A customer of the v1.4.2 bank that no other journey uses. */
const manager = { id: 'sci-tilleuls' }

async function confirmPassword(page: Page, member: Member, language: 'fr' | 'en') {
  const say = words[language].leaving.confirm
  await page.waitForURL(/\/settings\/confirm\?/)
  await page.getByLabel(say.password, { exact: true }).fill(member.password)
  await page.getByRole('button', { name: say.submit }).click()
}

test('a v1.4.2 bank: two kinds to choose, a ledger to keep, nothing left when everything is erased', async ({
  page,
  member,
  database,
}) => {
  const { fr } = words
  await signIn(page, member)
  const connectionId = await linkBank(page, manager, banks.cormoran.code)
  await page.goto(`${appUrl}/connections/${connectionId}/consent`)

  await test.step('the matrix has balances and transactions, and nothing else', async () => {
    for (const kind of ['balances', 'transactions'] as const) {
      await expect(page.getByRole('checkbox', { name: fr.consent.kinds[kind], exact: true }).first()).toBeVisible()
    }
    await expect(page.getByText(fr.consent.kinds.owners, { exact: true })).toHaveCount(0)
    await expect(page.getByText(fr.consent.kinds.overdrafts, { exact: true })).toHaveCount(0)
    for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
    await expectAccessible(page)
  })

  await test.step('everything is allowed and arrives', async () => {
    await page.getByRole('button', { name: fr.consent.presets.all, exact: true }).click()
    await sendConsent(page)
    await waitUntilLoaded(page)
    await page.goto(`${appUrl}/home`)
    await page.getByRole('main').getByRole('link').filter({ hasText: /•/ }).first().click()
    await page.waitForURL(/\/accounts\/[^/]+$/)
    await expect(page.getByText(/FR\d{2}\s\d{4}/).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: fr.leaving.upcoming.title })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an IBAN with a typing mistake is refused beside its field', async () => {
    const field = page.getByLabel(fr.consent.nameIban.label)
    const button = page.getByRole('button', { name: fr.consent.nameIban.action })
    await openWithoutScripts(page, `/connections/${connectionId}/consent`, async () => {
      await expect(field).toBeDisabled()
      await expect(button).toBeDisabled()
    })
    await field.fill('FR76 3000 6000 0112 3456 7890 188')
    await button.click()
    await expect(page.getByText(fr.consent.nameIban.invalid)).toBeVisible()
    await field.fill('FR76 3000 6000 0112 3456 7890 189')
    await button.click()
    await expect(page.getByText(fr.consent.nameIban.done)).toBeAttached()
    await expectAccessible(page)
  })

  await test.step('the connection is kept and nothing is read', async () => {
    await page.getByRole('button', { name: fr.consent.presets.none, exact: true }).click()
    await page.getByRole('button', { name: fr.consent.review }).click()
    await expect(
      page.getByRole('heading', { name: fill(fr.consent.diff.emptyTitle, nameBank(banks.cormoran.name)) }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: fr.consent.diff.confirmPurge }).click()
    await page.waitForURL(/\/connections\/[^/]+$/)
    const { rows } = await database.query('SELECT count(*)::int AS n FROM "Transaction" WHERE "userId" = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ n: 0 }])
  })

  await test.step('the ledger has both, and comes as a file', async () => {
    await page.getByRole('link', { name: fr.leaving.ledger.open }).click()
    await page.waitForURL(/\/consent\/ledger$/)
    await expect(page.getByRole('heading', { name: /Consentement n° 2/ })).toContainText(fr.leaving.ledger.inForce)
    await expect(page.getByText('v1.4.2').first()).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: fr.leaving.ledger.csv }).click()
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines[0]).toContain('choice_sha256')
  })

  await test.step('the archive asks for the password once it is old, and then comes', async () => {
    await database.query(`UPDATE "Session" SET "authenticatedAt" = now() - interval '6 minutes' WHERE "userId" = $1`, [
      member.id,
    ])
    await page.goto(`${appUrl}/settings`)
    await expectAccessible(page)
    await page.getByRole('link', { name: fr.leaving.archive.action }).click()
    await page.waitForURL(/\/settings\/confirm\?/)
    await expectAccessible(page)
    await page.getByLabel(fr.leaving.confirm.password, { exact: true }).fill('pas le bon')
    await page.getByRole('button', { name: fr.leaving.confirm.submit }).click()
    await expect(page.getByText(fr.leaving.confirm.errors.wrong_credentials)).toBeVisible()
    const download = page.waitForEvent('download')
    await confirmPassword(page, member, 'fr')
    const archive = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(archive).toMatchObject({ format: 'guichet-archive', person: { email: member.email } })
    expect(archive.consents).toHaveLength(2)
  })

  await test.step('everything is erased, and the last page says so', async () => {
    await page.goto(`${appUrl}/settings`)
    await page.getByRole('link', { name: fr.leaving.erase.open }).click()
    await page.waitForURL(/\/settings\/erase$/)
    await expect(page.getByText(banks.cormoran.name)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(fr.leaving.erase.understood).check()
    await page.getByRole('button', { name: fr.leaving.erase.submit }).click()
    await page.waitForURL(/\/erased\/[^/]+$/)
    await expect(page.getByRole('heading', { name: fr.leaving.record.title })).toBeVisible()
    await expect(page.getByText(fr.leaving.record.outcomes.revoked)).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: fr.leaving.record.download }).click()
    const record = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(record).toMatchObject({ banks: [{ bankCode: banks.cormoran.code, outcome: 'revoked' }] })
    expect(JSON.stringify(record)).not.toContain(member.email)
    await page.goto(`${appUrl}/home`)
    await page.waitForURL(/\/signin/)
    const { rows } = await database.query('SELECT id FROM "User" WHERE id = $1', [member.id])
    expect(rows).toEqual([])
  })
})
