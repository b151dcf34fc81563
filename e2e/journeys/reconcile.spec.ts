import { randomUUID } from 'node:crypto'
import { expectReadable } from '#testing/browser/accessible.ts'
import { sendAndStay } from '#testing/browser/bank.ts'
import { expect, fill, inVariants, test } from '#testing/browser/guichet.ts'
import { openShop, orderFor, pay, walk } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const { merchant: merchantFr, reconciliation: fr } = words.fr
const { merchant: merchantEn, reconciliation: en } = words.en

/** A merchant sees its money arrive through account information, matches unknown credits, and refunds a part. */

const say = { fr, en }

inVariants('en', ({ language }) => {
  const t = say[language]
  const timeline = { fr: merchantFr, en: merchantEn }[language].events

  test('money arrives, is matched by itself and by hand, and part of it goes back', async ({
    page,
    member,
    database,
  }) => {
    const shop = await openShop(page, member, database, language)
    const payee = { ownerId: shop.organisationId, iban: shop.iban }
    const paid = await orderFor(database, { ...payee, reference: 'Commande A-1', amountMinor: 1250 })
    await orderFor(database, { ...payee, reference: 'Facture B-2', amountMinor: 777 })
    const stray = await orderFor(database, { ...payee, ownerId: randomUUID(), reference: 'X', amountMinor: 777 })

    await test.step('the account is lent', async () => {
      await page.goto(`${appUrl}/reconciliation`)
      await expectReadable(page)
      await page.getByRole('button', { name: t.account.connect }).click()
      await expect(page.getByText(t.done.linked)).toBeVisible()
    })

    await test.step('what was paid through us is matched by itself', async () => {
      await pay(page, database, paid)
      await pay(page, database, stray)
      await page.getByRole('button', { name: t.account.run }).click()
      await expect(page.getByText('Commande A-1')).toBeVisible()
      await expect(
        page.getByRole('list', { name: t.credits.title }).getByText(t.states.matched, { exact: true }),
      ).toBeVisible()
      await expectReadable(page)
    })

    await test.step('what is unknown is matched by hand, taken back, and matched again', async () => {
      await page.getByRole('link', { name: t.filters.unknown, exact: true }).click()
      await page.waitForURL(/show=unknown/)
      const row = page.getByRole('listitem').filter({ has: page.getByText(/7[.,]77/) })
      await row.getByRole('link').click()
      await page.waitForURL(/\/reconciliation\/[0-9a-f-]{36}/)
      await expectReadable(page)
      const give = async () => {
        const suggestion = page.getByRole('listitem').filter({ hasText: 'Facture B-2' })
        await suggestion.getByRole('button', { name: t.credit.give }).click()
        await expect(page.getByText(t.done.matched, { exact: true })).toBeVisible()
      }
      await give()
      await page.getByRole('button', { name: fill(t.credit.undoOf, { reference: 'Facture B-2' }) }).click()
      await expect(page.getByText(t.done.undone)).toBeVisible()
      await page.getByLabel(fill(t.credit.giveLabel, { reference: 'Facture B-2' })).fill('9999')
      const suggestion = page.getByRole('listitem').filter({ hasText: 'Facture B-2' })
      await suggestion.getByRole('button', { name: t.credit.give }).click()
      await expect(page.getByText(t.faults.amount_more_than_credit)).toBeVisible()
      await give()
      await page.getByLabel(t.credit.note, { exact: true }).fill('Vu avec le client')
      await page.getByRole('button', { name: t.credit.keepNote }).click()
      await expect(page.getByText(t.done.noted)).toBeVisible()
      await expectReadable(page)
    })

    await test.step('part of the payment goes back, authorised at the merchant’s bank', async () => {
      await page.goto(`${appUrl}/payments/${paid.id}`)
      await expectReadable(page)
      await page.getByRole('link', { name: t.refunds.refund, exact: true }).click()
      await page.waitForURL(/\/refunds\/new\//)
      await expectReadable(page)
      await page.getByLabel(t.refunds.amount).fill('99,00')
      await page.getByRole('button', { name: t.refunds.start }).click()
      await expect(page.getByText(t.faults.amount_more_than_left).first()).toBeVisible()
      await expect(page.getByText(t.faults.creditorName)).toBeVisible()
      await page.getByLabel(t.refunds.name).fill('Odile Payeuse')
      await page.getByLabel(t.refunds.amount).fill('5,00')
      const start = page.getByRole('button', { name: t.refunds.start })
      await page.goto(await walk(await sendAndStay(page, start), shop.customer))
      await page.waitForURL(/\/refunds\/[0-9a-f-]{36}$/)
      await expect(page.getByText(t.refunds.texts.executed)).toBeVisible()
      await expectReadable(page)
      await page.goto(`${appUrl}/refunds`)
      await expectReadable(page)
      await page.goto(`${appUrl}/payments/${paid.id}`)
      await expect(page.getByText(timeline.refund_created)).toBeVisible()
      await expect(page.getByText(timeline.order_received)).toBeVisible()
    })

    await test.step('the account is taken back', async () => {
      await page.goto(`${appUrl}/reconciliation`)
      await page.getByRole('button', { name: t.account.take }).click()
      await expect(page.getByText(t.done.unlinked)).toBeVisible()
    })
  })
})
