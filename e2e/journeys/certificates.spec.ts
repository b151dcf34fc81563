import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { expect, fill, signIn, test } from '#testing/browser/guichet.ts'
import { appUrl, settings } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'
import { keyFileOf } from '#tour/seal-key.ts'

test('new certificates, and a registration read, planned and sent', async ({ page, member, database }) => {
  const { certificates, registrations } = words.fr.operatorForms
  await database.query(`UPDATE "User" SET role = 'operator' WHERE id = $1`, [member.id])
  await signIn(page, member, '/operator/certificates')
  const folder = join(settings.dataDir, 'new-keys', member.id)
  const order = { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] as const }
  await issueTpp(join(settings.dataDir, 'pki'), order, folder)
  const give = async (name: string, certificate: string, key: string) => {
    await page.getByLabel(fill(certificates.certificateFile, { name })).setInputFiles(join(folder, certificate))
    await page.getByLabel(fill(certificates.keyFile, { name }), { exact: true }).setInputFiles(join(folder, key))
  }
  await give('QWAC', 'qwac.pem', 'qseal.key')
  await give('QSealC', 'qseal.pem', 'qseal.key')
  await page.getByRole('button', { name: certificates.stage }).click()
  await expect(page.getByText(certificates.faults.mismatch)).toBeVisible()
  await give('QWAC', 'qwac.pem', 'qwac.key')
  await page.getByRole('button', { name: certificates.stage }).click()
  await expect(page.getByText(certificates.status.staged, { exact: true })).toBeVisible()
  // The tour signs what is edited on its pages with the new key from then on.
  const tourKeys = join(settings.dataDir, 'tour')
  mkdirSync(tourKeys, { recursive: true })
  cpSync(join(folder, 'qseal.key'), keyFileOf(readFileSync(join(folder, 'qseal.pem'), 'utf8'), tourKeys))
  await page.getByRole('button', { name: certificates.roll, exact: true }).click()
  await expect(page.getByText(certificates.status.staged, { exact: true })).toHaveCount(0)
  await expect(page.getByText(certificates.status.retired, { exact: true }).first()).toBeVisible()

  await page.goto(`${appUrl}/operator/registrations`)
  await page.getByRole('button', { name: registrations.read }).first().click()
  await expect(page.getByText(registrations.asKept)).toBeVisible()
  await page.getByLabel(registrations.fields.softwareId).fill('Guichet de la Ville')
  await page.getByRole('button', { name: registrations.plan }).click()
  await expect(page.getByText('software_id', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: registrations.send }).click()
  await expect(page.getByText(registrations.sent)).toBeVisible()
  await page.getByRole('button', { name: registrations.read }).first().click()
  await expect(page.getByText(registrations.asKept)).toBeVisible()
})
