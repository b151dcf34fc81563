import { nameBank } from '#lib/domain/bank/french-name.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { banks, customers, decide, giveIdentifier } from '#testing/browser/bank.ts'
import { expect, fill, linkBank, signIn, startLink, test, words } from '#testing/browser/guichet.ts'
import { appUrl, settings } from '#testing/browser/stack-settings.ts'

const { fallback: fallbackFr } = words.fr

const { fr } = words
/** No other journey uses this bank, because it is down for everybody meanwhile. */
const bank = banks.rives
const name = nameBank(bank.name)
const { code } = bank
const julien = { id: 'julien-mercier' }

test('a bank that is down: said on the page, called no more, and its emergency access when the operator allows it', async ({
  page,
  member,
  database,
}) => {
  await signIn(page, member)
  await linkBank(page, julien, code)

  // The desk takes this bank's data interface down, which people notice when they try to link it.
  const wish = { fault: { kind: 'status', status: 503, code: 'INTS' }, endpoint: 'GET /accounts', bankCode: code }
  const { id } = await askDesk(settings, 'POST', '/faults', wish)
  const down = async () => {
    const { rows } = await database.query(`SELECT 1 FROM "BankHealth" WHERE "bankCode" = $1 AND "breaker" = 'open'`, [
      code,
    ])
    return rows.length === 1
  }
  for (let tries = 0; tries < 6 && !(await down()); tries += 1) {
    await page.goto(await decide(await startLink(page, code), julien.id))
    await page.waitForURL(/\/link\/result\//)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.failures.bankCodes.INTS.title)
  }
  expect(await down()).toBe(true)
  await expectAccessible(page)

  await page.goto(`${appUrl}/link/${code}`)
  await expect(page.getByText(fill(fallbackFr.noticeTitle, name))).toBeVisible()
  await expect(page.getByRole('link', { name: fallbackFr.noticeOffer })).toHaveCount(0)
  await page.goto(`${appUrl}/link/${code}/fallback`)
  await expect(page.getByText(fallbackFr.offTitle)).toBeVisible()
  await expect(page.getByRole('button', { name: fill(fallbackFr.start, name) })).toHaveCount(0)

  // An hour passes, and an operator turns the switch on.
  await database.query(
    `UPDATE "BankHealth" SET "fallback" = true, "downSince" = now() - interval '1 hour' WHERE "bankCode" = $1`,
    [code],
  )
  await page.goto(`${appUrl}/link/${code}`)
  await page.getByRole('link', { name: fallbackFr.noticeOffer }).click()
  await page.waitForURL(/\/fallback$/)
  await expect(page.getByText(fallbackFr.badge, { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: fill(fallbackFr.start, name) }).click()
  await page.waitForURL(url => url.hostname === `${code}.sandbox.localhost`)
  await giveIdentifier(page, customers.julien)
  const { rows } = await database.query(
    `SELECT "attended", "status" FROM "BankCall" WHERE "userId" = $1 AND "operation" = 'oauth.fallback'`,
    [member.id],
  )
  expect(rows).toEqual([{ attended: true, status: 302 }])

  await askDesk(settings, 'DELETE', `/faults/${id}`)
  await database.query('DELETE FROM "BankHealth" WHERE "bankCode" = $1', [code])
})
