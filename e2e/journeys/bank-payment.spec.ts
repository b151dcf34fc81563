import { paymentBody, paymentsPath } from '@guichet/sandbox/pis/test-payments.ts'
import { tokenPath } from '@guichet/sandbox/wire/test-application.ts'
import type { TestAnswer, TestCall } from '@guichet/sandbox/wire/test-client.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { customers, giveCode, giveIdentifier, givePassword } from '#testing/browser/bank.ts'
import { startOtherTpp } from '#testing/browser/bank-tpp.ts'
import { expect, test } from '#testing/browser/guichet.ts'

test('a payment: asked by a signed request, authorised by the customer, confirmed, executed, booked', async ({
  page,
}, info) => {
  const pisp = await startOtherTpp(info.outputPath('tpp'), 'PSDFR-ACPR-55501')
  const { clientId, tppOrigin } = pisp
  const token = async (fields: Record<string, string>) =>
    String((await pisp.form(tokenPath, { client_id: clientId, ...fields })).body.access_token)
  const asPisp = await token({ grant_type: 'client_credentials', scope: 'pisp' })
  const requestId = crypto.randomUUID()
  const signed = (call: Partial<TestCall> & { path: string; token: string }): Promise<TestAnswer> =>
    pisp.call({ keyId: 'seal-1', ...call, headers: { 'x-request-id': requestId, ...call.headers } })

  const order = paymentBody({ amount: '42.50' })
  const report = { successfulReportUrl: `${tppOrigin}/paid?order=7`, unsuccessfulReportUrl: `${tppOrigin}/not-paid` }
  const request = { ...order, supplementaryData: { ...order.supplementaryData, ...report } }
  const asked = await signed({ method: 'POST', path: paymentsPath, token: asPisp, body: JSON.stringify(request) })
  expect(asked.status, asked.text).toBe(201)

  await page.goto(asked.body._links.consentApproval.href)
  await expectAccessible(page)
  await giveIdentifier(page, customers.lea)
  await givePassword(page, customers.lea)
  await giveCode(page)
  await page.getByRole('radio').first().check()
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: /Continuer|Choisir/ })
    .first()
    .click()
  await expect(
    page.getByText('42,50').first(),
    'amount and payee stand beside the code (dynamic linking)',
  ).toBeVisible()
  await expect(page.getByText('Librairie du Port').first()).toBeVisible()
  await expectAccessible(page)
  await giveCode(page)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button').first().click()
  await page.waitForURL(url => url.origin === tppOrigin && url.pathname === '/paid')

  const callback = new URL(page.url())
  expect(callback.searchParams.get('order')).toBe('7')
  const confirming = await token({
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: report.successfulReportUrl,
  })
  const path = String(asked.headers.location ?? '').replace(/^https:\/\/[^/]+/, '')
  const before = await signed({ path, token: asPisp })
  expect(before.body.paymentRequest).toMatchObject({ paymentInformationStatus: 'ACSP' })
  const confirmed = await pisp.call({
    method: 'POST',
    path: `${path}/o-confirmation`,
    token: confirming,
    keyId: 'seal-1',
    body: '{}',
  })
  expect(confirmed.status, confirmed.text).toBe(200)
  await expect
    .poll(async () => (await signed({ path, token: asPisp })).body.paymentRequest.paymentInformationStatus)
    .toBe('ACSC')
  const again = await pisp.call({
    method: 'POST',
    path: `${path}/o-confirmation`,
    token: confirming,
    keyId: 'seal-1',
    body: '{}',
  })
  expect(again.status, 'a second confirmation (bank:D54)').toBe(409)
  await pisp.stop()
})
