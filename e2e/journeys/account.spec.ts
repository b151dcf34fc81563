import type { Page } from '@playwright/test'
import { expectAccessible } from '#testing/browser/accessible.ts'
import {
  confirmAddress,
  expect,
  fill,
  inVariants,
  mailedLink,
  signInByForm,
  signUpHere,
  test,
} from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** One's own account: sign-up by the mailed link, a forgotten password, and passkeys. */

/** Chromium's virtual authenticator, which accepts everything. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/**
 * A browser that does not offer passkeys in the address field: this authenticator would accept the offer at once, before the
 * button is pressed.
 */
async function offerNoAutofill(page: Page) {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

inVariants('fr', ({ language, say }) => {
  test('a browser that refuses the cookie is told so, and any other goes on', async ({ member }) => {
    const enter = (headers: Record<string, string>) =>
      fetch(`${appUrl}/signin/start`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', 'accept-language': language, ...headers },
        body: new URLSearchParams({ email: member.email, password: member.password, next: '/accounts' }),
      })
    const browser = { accept: 'text/html,application/xhtml+xml' }
    const first = await enter(browser)
    const onTheWay = new URL(first.headers.get('location') ?? '', appUrl)
    expect(onTheWay.pathname + onTheWay.search).toBe('/signin?next=%2Faccounts&entered=1')
    const look = (headers: Record<string, string>) =>
      fetch(onTheWay, { redirect: 'manual', headers: { ...browser, 'accept-language': language, ...headers } })
    expect(await (await look({})).text()).toContain(say.auth.errors.no_cookies)
    const cookie = first.headers
      .getSetCookie()
      .map(text => text.split(';')[0])
      .join('; ')
    expect((await look({ cookie })).headers.get('location')).toMatch(/\/accounts$/)
    expect((await enter({ ...browser, cookie: 'seen=1' })).headers.get('location')).toBe('/accounts')
    expect((await enter({})).headers.get('location')).toBe('/accounts')
  })

  test('who signs up on the way to a page goes on to it once the address is confirmed', async ({ page }) => {
    await page.goto(`${appUrl}/organisation/new`)
    await page.getByRole('main').getByRole('link', { name: say.auth.signIn.toSignUp }).click()
    await page.waitForURL(/\/signup/)
    await confirmAddress(page, await signUpHere(page, language), language)
    await page.getByRole('link', { name: say.auth.confirmEmail.goOnMerchant }).click()
    await page.waitForURL(`${appUrl}/organisation/new`)
  })

  test('who signs up is signed in by the link of the mail, and chooses another password when it is forgotten', async ({
    page,
  }) => {
    await page.goto(`${appUrl}/signup`)
    const who = await signUpHere(page, language)
    await expectAccessible(page)
    await confirmAddress(page, who, language)
    await page.getByRole('link', { name: say.auth.confirmEmail.link }).click()
    await page.waitForURL(/\/link$/)

    await page.context().clearCookies()
    await page.goto(`${appUrl}/password/forgotten`)
    await page.getByLabel(say.auth.email).fill(who.email)
    await page.getByRole('button', { name: say.auth.forgotten.submit }).click()
    await page.goto(await mailedLink(who, '/password/new'))
    const password = 'une autre phrase de parcours'
    await page.getByLabel(say.auth.newPassword.field, { exact: true }).fill(password)
    await page.getByRole('button', { name: say.auth.newPassword.submit }).click()
    await expect(page.getByText(say.auth.notices.password_reset)).toBeVisible()
    await signInByForm(page, { ...who, id: '', name: '', password }, language)
  })

  test('a passkey is added, signs in, and stands for the password: what was pressed is done', async ({
    page,
    member,
    database,
  }) => {
    await plugIn(page)
    await signInByForm(page, member, language, '/settings')
    await page.getByLabel(say.settings.passkeys.name).fill('Ordinateur')
    await page.getByRole('button', { name: say.settings.passkeys.add }).click()
    await expect(page.getByText(say.settings.passkeys.added)).toBeVisible()
    await expect(page.getByText('Ordinateur', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.context().clearCookies()
    await offerNoAutofill(page)
    await page.goto(`${appUrl}/signin`)
    await page.getByRole('button', { name: say.auth.passkey.signIn }).click()
    await page.waitForURL(/\/home$/)

    await database.query(`UPDATE "Session" SET "authenticatedAt" = 'epoch' WHERE "userId" = $1`, [member.id])
    await page.goto(`${appUrl}/settings/password`)
    await page.getByRole('button', { name: say.leaving.confirm.passkey.action }).click()
    await page.waitForURL(`${appUrl}/settings/password`)
    await page.goto(`${appUrl}/settings`)
    const remove = fill(say.settings.passkeys.removeOf, { name: 'Ordinateur' })
    await page.getByRole('button', { name: `${say.settings.passkeys.remove} (Ordinateur)` }).click()
    await page.getByRole('button', { name: remove }).click()
    await expect(page.getByText(say.settings.passkeys.none)).toBeVisible()
  })
})
