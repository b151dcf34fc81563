import sharp from 'sharp'
import { expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import type { Colour } from '#lib/domain/merchant/brand-colours.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { changeBrandColour, readOrganisationLogo, removeOrganisationLogo, storeOrganisationLogo } from './brand.ts'
import { brandColumns, brandOf } from './brand-view.ts'

async function shop(role: MemberRole = 'owner') {
  const { organisationId: id, userId } = await aShop({ role })
  const brand = async () => brandOf(await db().organisation.findUniqueOrThrow({ where: { id }, select: brandColumns }))
  return {
    brand,
    upload: (file: Uint8Array) => asMember(userId, id, 'organisation.change', storeOrganisationLogo, file),
    remove: () => asMember(userId, id, 'organisation.change', removeOrganisationLogo),
    colour: (colour: Colour | null) => asMember(userId, id, 'organisation.change', changeBrandColour, colour),
  }
}

const picture = (red: number) =>
  sharp({ create: { width: 90, height: 30, channels: 3, background: { r: red, g: 20, b: 60 } } })
    .png()
    .toBuffer()

test('a logo is stored, replaced at another address, and taken away', async () => {
  const { brand, upload, remove } = await shop()
  expect((await brand()).logo).toBeNull()
  const { logo: first } = await upload(await picture(200))
  expect((await brand()).logo).toBe(first)
  const { logo: second } = await upload(await picture(10))
  expect(second).not.toBe(first)
  const read = (path: string) => readOrganisationLogo(path.split('/').at(-1) ?? '')
  expect(await read(first)).toBeNull()
  expect(await sharp((await read(second)) ?? undefined).metadata()).toMatchObject({ format: 'png', width: 90 })
  await remove()
  expect((await brand()).logo).toBeNull()
  expect(await read(second)).toBeNull()
})

test.each([
  ['file.empty', new Uint8Array()],
  ['file.too_large', new Uint8Array(512 * 1024 + 1)],
  ['file.type', new TextEncoder().encode('GIF89a')],
])('refused: %s', async (field, file) => {
  const { upload } = await shop()
  await expect(upload(file)).rejects.toMatchObject({ code: 'invalid_input', field })
})

test('the colour is kept until it is ours again', async () => {
  const { brand, colour } = await shop()
  await colour('#c8143c')
  expect((await brand()).colour).toBe('#c8143c')
  await colour(null)
  expect((await brand()).colour).toBeNull()
})
