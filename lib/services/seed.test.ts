import { makeIban } from '@guichet/sandbox/people/iban.ts'
import portfolio from '@guichet/sandbox/people/portfolio.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { isContractAccepted } from '#lib/services/merchant/contract.ts'
import { checkPassword } from '#lib/services/people/users.ts'
import { seed } from '#prisma/seed.ts'

test('seeding is idempotent, and keeps what people changed', async () => {
  await seed()
  await db().user.update({ where: { email: 'camille@guichet.example' }, data: { locale: 'en' } })
  await db().bank.update({ where: { code: '19870' }, data: { enabled: false } })
  await seed()
  expect(await db().bank.count()).toBe(5)
  expect(await db().user.count()).toBe(6)
  expect(await db().organisation.findMany({ include: { memberships: true } })).toMatchObject([
    { name: 'Librairie du Port', memberships: [{ role: 'owner' }] },
  ])
  const [shop] = await db().organisation.findMany()
  // As the bank of its account knows the company.
  const account = portfolio.find(
    ({ bankCode, number }) => shop?.beneficiaryIban === makeIban(bankCode, '00902', number),
  )
  expect(account?.owners?.[0]).toMatchObject({
    fullName: shop?.legalName.toUpperCase(),
    company: { number: shop?.registrationNumber },
  })
  expect(shop?.beneficiaryName).toBe(shop?.legalName)
  expect(await isContractAccepted(shop?.id ?? '')).toBe(true)
  expect(await db().user.findMany({ where: { role: 'operator' } })).toMatchObject([
    { email: 'operateur@guichet.example' },
  ])
  expect(
    await checkPassword('camille@guichet.example', 'bonjour-guichet-2026', { ip: '192.0.2.1', device: null }),
  ).toMatchObject({
    locale: 'en',
  })
  expect(await db().bank.findUniqueOrThrow({ where: { code: '19870' } })).toMatchObject({
    enabled: false,
    baseUrl: 'https://19870.sandbox.localhost:8443',
    screensUrl: 'http://19870.sandbox.localhost:8080',
  })
})
