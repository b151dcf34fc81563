import { randomUUID } from 'node:crypto'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, fill, inVariants, signIn, test } from '#testing/browser/guichet.ts'
import { newOrganisation } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** Undeliverable mails, each reported to whoever can act: our mailbox refuses every address that ends in `.invalid`. */

const nobody = () => `${randomUUID()}@nobody.invalid`

inVariants('fr', ({ language, say }) => {
  test('an invitation that cannot be delivered is said to who sent it, who sends it again', async ({
    page,
    member,
    database,
  }) => {
    const email = nobody()
    const organisationId = await newOrganisation(database, { userId: member.id, locale: language })
    await signIn(page, member)
    await page.goto(`${appUrl}/organisation/members`)
    await page.getByLabel(say.merchant.invite.email).fill(email)
    await page.getByRole('button', { name: say.merchant.invite.send, exact: true }).click()
    await expect(page.getByText(fill(say.merchant.invite.mailed, { email }))).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(say.merchant.invite.mails.failed)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectAccessible(page)
    await page.getByRole('button', { name: fill(say.merchant.invite.againOf, { email }) }).click()
    await expect(page.getByText(fill(say.merchant.invite.mailed, { email }))).toBeVisible()
    const mails = await database.query(`SELECT "state" FROM "Mail" WHERE "organisationId" = $1`, [organisationId])
    expect(mails.rows).toHaveLength(2)
  })

  test('a notice that cannot be delivered is said in the settings, with the address and what to do', async ({
    page,
    member,
    database,
  }) => {
    const mail = { id: randomUUID(), key: randomUUID() }
    await database.query(
      `INSERT INTO "Mail" ("id", "userId", "key", "kind", "aboutId", "language", "state", "createdAt", "finishedAt")
           VALUES ($1, $2, $3, 'notice', $3, 'fr', 'failed', '2026-11-20', '2026-11-20')`,
      [mail.id, member.id, mail.key],
    )
    await signIn(page, member)
    await page.goto(`${appUrl}/settings`)
    const date = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' })
    const since = date.format(new Date('2026-11-20T12:00:00Z'))
    const title = fill(say.notices.mail.failingTitle, { email: member.email, date: since })
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText(say.notices.mail.failing)).toBeVisible()
    await expectAccessible(page)
  })
})
