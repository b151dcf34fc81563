import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { settings } from '#e2e/house-settings.ts'
import { paymentBody, paymentsPath } from '#sandbox/pis/test-payments.ts'
import { issueTpp } from '#sandbox/pki/issue.ts'
import { register, registrationBody, tokenPath } from '#sandbox/wire/test-application.ts'
import { createTestClient, readTpp, type TestAnswer, type TestCall } from '#sandbox/wire/test-client.ts'
import { customers, giveCode, giveIdentifier, givePassword } from './bank.ts'
import { expect, expectAccessible, test } from './guichet.ts'

/** Another TPP with certificates of its own, as any team that tries its client on this bank. */
async function startOtherPisp(dir: string) {
  const site = createServer((_request, response) => response.end('back at the TPP'))
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  const tppOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const organisationId = 'PSDFR-ACPR-55501'
  await issueTpp(join(settings.dataDir, 'pki'), { organisationId, name: 'Boutique SAS', roles: ['PSP_PI'] }, dir)
  const tpp = readTpp(organisationId, dir)
  const client = createTestClient(
    readFileSync(join(settings.dataDir, 'pki/ca.pem'), 'utf8'),
    tpp,
    () => settings.bankPort,
  )
  const body = {
    ...registrationBody({ tppOrigin }, tpp),
    redirect_uris: [tppOrigin],
    scope: 'pisp',
    software_id: 'Boutique',
  }
  const registered = await register(client, body)
  expect(registered.status).toBe(201)
  return { ...client, site, tppOrigin, clientId: String(registered.body.client_id) }
}

test('a payment: asked by a signed request, authorised by the customer, confirmed, executed, booked', async ({
  page,
}, info) => {
  const pisp = await startOtherPisp(info.outputPath('tpp'))
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
  expect(again.status, 'a second confirmation (D54)').toBe(409)
  pisp.close()
  await closeSite(pisp.site)
})

function closeSite(site: Server): Promise<void> {
  site.closeAllConnections()
  return new Promise(done => site.close(() => done()))
}
