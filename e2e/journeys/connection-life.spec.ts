import type { Page } from '@playwright/test'
import type pg from 'pg'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { approve, authenticate, banks, decide, newCustomer, sendAndStay } from '#testing/browser/bank.ts'
import {
  expect,
  fill,
  findMailed,
  isEveryLook,
  type Language,
  linkBank,
  linkEverything,
  type Member,
  newMember,
  signIn,
  test,
  words,
} from '#testing/browser/guichet.ts'
import { appUrl, settings } from '#testing/browser/stack-settings.ts'

/** Sets the authorisation so that this many days are left. */
async function leaveDays(database: pg.Client, connectionId: string, days: number) {
  await database.query(
    `UPDATE "Connection" SET "authorisedAt" = now() - make_interval(days => 180 - $2::int),
       "expiresAt" = now() + make_interval(days => $2::int) - interval '1 hour', "remindAt" = now() WHERE id = $1`,
    [connectionId, days],
  )
}

const waitForMail = (member: Member, subject: RegExp) =>
  findMailed(member, mails => mails.find(mail => subject.test(mail.subject)))

async function countTransactions(page: Page): Promise<number> {
  const answer = await page.request.get(`${appUrl}/api/transactions`)
  return ((await answer.json()) as { total: number }).total
}

const title = (language: Language, kind: 'renew_soon' | 'expired' | 'revoked' | 'replaced') =>
  fill(words[language].home.attention[kind].title, nameBank(banks.littoral.name)).replace(/\s+/g, ' ')

async function expectAtHome(page: Page, language: Language, kind: Parameters<typeof title>[1]) {
  await page.goto(`${appUrl}/home`)
  const heading = page
    .getByRole('heading', { level: 3 })
    .filter({ hasText: banks.littoral.name.slice(0, 8) })
    .first()
  await expect(heading).toHaveText(new RegExp(title(language, kind).replaceAll(' ', '\\s')))
  await expectAccessible(page)
}

for (const language of ['fr', 'en'] as const) {
  test.describe(language, () => {
    test.use({ locale: language === 'fr' ? 'fr-FR' : 'en-GB' })
    const say = words[language]
    /** The short form runs each of these in one language, the long form in both. */
    const testIn = (short: Language) => (isEveryLook || language === short ? test : () => undefined)

    testIn('en')(
      'renew soon: a mail says so, its link leads there, and renewing keeps everything',
      async ({ page, member, database }) => {
        const customer = await newCustomer()
        await signIn(page, member)
        const connectionId = await linkEverything(page, customer)
        const lines = await countTransactions(page)
        await leaveDays(database, connectionId, 14)
        const mail = await waitForMail(member, /14/)
        expect(mail.language).toBe(language)
        expect(mail.text).not.toMatch(/FR\d{2}\s?\d{4}/)
        await expectAtHome(page, language, 'renew_soon')

        const link = /http\S+\/connections\/\S+/.exec(mail.text)?.[0] ?? ''
        await page.goto(link)
        await expect(page.getByText(say.connections.states.renew_soon.badge, { exact: true }).first()).toBeVisible()
        await expectAccessible(page)
        await page
          .getByRole('button', { name: new RegExp(say.connections.states.renew_soon.action) })
          .first()
          .click()
        await authenticate(page, customer, language)
        await approve(page, language)
        await page.waitForURL(/\/link\/result\//)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          fill(say.link.result.renewedTitle, nameBank(banks.littoral.name)),
        )
        await expectAccessible(page)
        await page.getByRole('link', { name: say.link.result.renewedAction }).click()
        await page.waitForURL(new RegExp(`/connections/${connectionId}$`))
        await expect(page.getByText(say.connections.states.active.badge, { exact: true }).first()).toBeVisible()
        expect(await countTransactions(page), 'the history is still there').toBe(lines)
      },
    )

    testIn('en')(
      'expired, revoked at the bank, replaced by another person: each told, each with its way back',
      async ({ page, member, database, browser }) => {
        const customer = await newCustomer()
        await signIn(page, member)
        const connectionId = await linkEverything(page, customer)

        await test.step('revoked at the bank', async () => {
          const { grants } = await askDesk(settings, 'GET', `/people/${customer.id}/permissions`)
          await askDesk(settings, 'POST', `/pairs/${grants[0].pairId}/revoke`, { by: 'psu' })
          await page.goto(`${appUrl}/connections/${connectionId}`)
          await page.getByRole('button', { name: say.accounts.refresh.action, exact: true }).click()
          await expect(page.getByText(say.connections.states.revoked.badge, { exact: true }).first()).toBeVisible()
          await waitForMail(member, language === 'fr' ? /retiré/ : /withdrawn/)
          await expectAtHome(page, language, 'revoked')
        })

        await test.step('renewed from home', async () => {
          const renew = page.getByRole('button', { name: new RegExp(say.home.attention.revoked.action) })
          await page.goto(await decide(await sendAndStay(page, renew), customer.id))
          await page.waitForURL(/\/link\/result\//)
        })

        await test.step('replaced by another person', async () => {
          const elsewhere = await browser.newContext({ locale: language === 'fr' ? 'fr-FR' : 'en-GB' })
          const there = await elsewhere.newPage()
          const second = await newMember(database, 'Odile Ailleurs')
          await signIn(there, second)
          await linkBank(there, customer)
          await elsewhere.close()
          const mail = await waitForMail(member, language === 'fr' ? /ailleurs/ : /elsewhere/)
          expect(mail.text + mail.html, 'nothing of the other person').not.toContain(second.email)
          await expectAtHome(page, language, 'replaced')
          await page
            .getByRole('button', { name: fill(say.home.putAwayOf, { title: title(language, 'replaced') }) })
            .click()
          await expect(page.getByRole('heading', { name: say.home.attentionTitle })).toBeHidden()
        })

        await test.step('taken back, then expired', async () => {
          await page.goto(`${appUrl}/connections`)
          await expectAccessible(page)
          const renew = page.getByRole('button', { name: new RegExp(say.connections.states.replaced.action) })
          await page.goto(await decide(await sendAndStay(page, renew), customer.id))
          await page.waitForURL(/\/link\/result\//)
          await leaveDays(database, connectionId, 0)
          await waitForMail(member, language === 'fr' ? /a pris fin/ : /has ended/)
          await expectAtHome(page, language, 'expired')
          expect(await countTransactions(page), 'the history is still there').toBeGreaterThan(0)
        })
      },
    )
  })
}
