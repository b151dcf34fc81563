import { expectAccessible } from '#testing/browser/accessible.ts'
import { askedByApp, shareWithApp } from '#testing/browser/apps.ts'
import { expect, findMailed, inVariants, signIn, test } from '#testing/browser/guichet.ts'
import { seedLines } from '#testing/browser/lines.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** A person shares accounts with a program, which reads them over SimpleFIN until the person stops it. */

inVariants('en', ({ say, language }) => {
  test('an app reads what was chosen, until it is stopped', async ({ page, member, database }) => {
    const { apps } = say
    await seedLines(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/settings/apps/new`)
    await page.getByLabel(apps.form.name).fill('Actual')
    await page.getByRole('button', { name: apps.form.next }).click()
    await expect(page.getByText(apps.form.faults.accounts)).toBeVisible()
    await expect(page.getByLabel(apps.form.name)).toHaveValue('Actual')
    await expectAccessible(page)
    const token = await shareWithApp(page, language, expectAccessible)
    const claimAddress = Buffer.from(token, 'base64').toString()
    const access = new URL(await (await fetch(claimAddress, { method: 'POST' })).text())
    const authorization = `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`
    const read = () => fetch(`${access.origin}${access.pathname}/accounts?pending=1`, { headers: { authorization } })
    const { accounts } = await (await read()).json()
    expect(accounts).toMatchObject([{ balance: '2140.56' }])
    expect(accounts[0].transactions.length).toBeGreaterThan(1)
    await page.reload()
    await expect(page.getByText(apps.states.active)).toBeVisible()
    await expect(page.getByText('127.0.0.1').or(page.getByText('::1')).first()).toBeVisible()
    await expectAccessible(page)
    await findMailed(member, mails => mails.find(({ text }) => text.includes('/settings/apps/')))
    await page.getByRole('button', { name: apps.end }).click()
    await expect(page.getByText(apps.states.ended)).toBeVisible()
    expect((await read()).status).toBe(403)
    await page.goto(`${appUrl}/settings/apps`)
    await expectAccessible(page)
  })

  test('an app that asks gets what the person ticks, and the person comes back to it', async ({
    page,
    member,
    database,
  }) => {
    const { apps } = say
    await seedLines(database, member.id)
    const { path, redirectUri, exchange } = await askedByApp()
    await page.route(`${redirectUri}*`, route => route.fulfill({ body: 'The app' }))
    await signIn(page, member)
    await page.goto(`${appUrl}${path}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: apps.form.next }).click()
    await expect(page.getByText(apps.form.faults.accounts)).toBeVisible()
    await page.getByRole('checkbox', { name: apps.grants.balances }).first().check()
    await page.getByRole('button', { name: apps.form.next }).click()
    await page.getByRole('button', { name: apps.review.agree }).click()
    await page.waitForURL(`${redirectUri}*`)
    const answer = new URL(page.url()).searchParams
    expect(answer.get('state')).toBe('a-state')
    const { access_token, scope } = await exchange(answer.get('code') ?? '')
    expect(scope).toBe('balances')
    const headers = { authorization: `Bearer ${access_token}` }
    const read = await (await fetch(`${appUrl}/api/data/v1/accounts`, { headers })).json()
    expect(read.accounts).toMatchObject([{ grants: ['balances'], balances: [{ amount: { amount: '2140.56' } }] }])
  })
})
