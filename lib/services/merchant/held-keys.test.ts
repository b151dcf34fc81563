import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { scopesOfRole } from '#lib/domain/acts.ts'
import { type ApiScope, apiScopes } from '#lib/domain/merchant/api-key.ts'
import { type MemberRole, may, memberRoles } from '#lib/domain/merchant/membership.ts'
import { eraseForOperator, previewErasure } from '#lib/services/data-rights/erase-everything.ts'
import { changeSuspension } from '#lib/services/operator/merchant-decisions.ts'
import { readPublicOrder } from '#lib/services/payments/public-order.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import { asMember } from '#testing/people/as-member.ts'
import { type ApiShop, askApi, newShop, returnUrl } from '#testing/shop/api.ts'
import { newKey } from '#testing/shop/new-key.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { createApiKey, listApiKeys, takeOverKey } from './api-keys.ts'
import { changeMember, leaveOrganisation, readTeam } from './members.ts'

/** API keys and those who hold them, through the routes of the API. */

const { mails } = openMailbox()
async function join({ organisationId }: ApiShop, role: MemberRole, name = 'Dev'): Promise<string> {
  const { userId } = await aPerson({ name })
  await db().membership.create({ data: { organisationId, userId, role, roleSince: new Date(0) } })
  return userId
}

const keyOf = ({ organisationId }: ApiShop, userId: string, scopes: readonly ApiScope[]) =>
  newKey({ organisationId, userId }, 'test', scopes)
const codeOf = async (key: string) => {
  const { status, body } = await askApi('listPayments', { key })
  return status === 200 ? 'works' : body.code
}
const pays = async (key: string) => {
  const body = { amount: '1.00', reference: 'Order', return_url: returnUrl }
  const answer = await askApi('createCheckoutSession', { key, body })
  return answer.status === 201 ? 'works' : answer.body.code
}
const asOwner = ({ userId, organisationId }: ApiShop) => ({
  remove: (memberId: string, keys: 'revoke' | 'take_over') =>
    asMember(userId, organisationId, 'member.remove', changeMember, { memberId, role: null, keys }),
  demote: (memberId: string, role: MemberRole) =>
    asMember(userId, organisationId, 'member.role', changeMember, { memberId, role }),
  keys: () => asMember(userId, organisationId, 'key.read', listApiKeys),
})
const audited = async ({ organisationId }: ApiShop, action: string) =>
  (await db().auditEvent.findMany({ where: { stream: `organisation:${organisationId}`, action } })).map(
    ({ detail }) => detail,
  )
async function mailed(): Promise<string> {
  await sendDueMails()
  return mails.map(({ raw }) => raw.replaceAll('=\r\n', '')).join()
}

describe('a key is worth no more than its holder’s role', () => {
  const makers = memberRoles.filter(role => may(role, 'developers.write'))

  test.each(makers)('a %s creates one with the scopes of the role, and with no other', async role => {
    const shop = await newShop()
    const maker = await join(shop, role)
    expect(await codeOf(await keyOf(shop, maker, scopesOfRole(role)))).toBe('works')
    for (const scope of apiScopes.filter(one => !scopesOfRole(role).includes(one))) {
      const input = { mode: 'test' as const, name: 'Shop', scopes: [scope] }
      const made = asMember(maker, shop.organisationId, 'key.create', createApiKey, input)
      await expect(made).rejects.toMatchObject({ code: 'not_allowed', field: scope })
    }
  })

  test('a lower role takes scopes away at once, the page names them, and a higher one brings them back', async () => {
    const shop = await newShop()
    const maker = await join(shop, 'admin')
    const key = await keyOf(shop, maker, apiScopes)
    const owner = asOwner(shop)
    const withheld = async () => (await owner.keys()).find(({ isYours }) => !isYours)?.withheld
    const refund = () =>
      askApi('createRefund', { key, body: { payment_id: randomUUID(), creditor_name: 'Camille' } }).then(
        ({ body }) => body.code,
      )
    expect([await pays(key), await refund(), await withheld()]).toEqual(['works', 'not_found', []])
    await owner.demote(maker, 'developer')
    expect([await pays(key), await refund(), await withheld()]).toEqual([
      'works',
      'key_scope_missing',
      ['refunds:write'],
    ])
    await owner.demote(maker, 'viewer')
    expect([await codeOf(key), await pays(key)]).toEqual(['works', 'key_scope_missing'])
    await owner.demote(maker, 'admin')
    expect([await pays(key), await refund(), await withheld()]).toEqual(['works', 'not_found', []])
  })
})

describe('a key ends with its holder’s membership', () => {
  /** Whose owner reads English. */
  async function englishShop(): Promise<ApiShop> {
    const shop = await newShop()
    await db().user.update({ where: { id: shop.userId }, data: { locale: 'en' } })
    return shop
  }

  test('when they are removed: named before, revoked, in the audit trail and in a mail to the owners', async () => {
    const shop = await englishShop()
    const maker = await join(shop, 'developer', 'Paul Départ')
    const key = await keyOf(shop, maker, ['payments:read', 'payments:write'])
    const team = await asMember(shop.userId, shop.organisationId, 'member.read', readTeam)
    expect(team.members.find(({ userId }) => userId === maker)?.keys).toEqual(['Shop'])
    const accountant = await join(shop, 'accountant')
    const seen = await asMember(accountant, shop.organisationId, 'member.read', readTeam)
    expect(seen.members.flatMap(({ keys }) => keys)).toEqual([])
    await asOwner(shop).remove(maker, 'revoke')
    expect([await codeOf(key), await codeOf(shop.key)]).toEqual(['key_not_valid', 'works'])
    expect(await audited(shop, 'api_key.revoked')).toEqual([expect.objectContaining({ holderId: maker })])
    expect(await mailed()).toContain('API keys were revoked')
  })

  test('unless an owner takes it over: it works as before, and then ends with the owner’s', async () => {
    const shop = await englishShop()
    const maker = await join(shop, 'developer')
    const second = await join(shop, 'owner')
    const key = await keyOf(shop, maker, ['payments:read', 'payments:write'])
    await asMember(second, shop.organisationId, 'member.remove', changeMember, {
      memberId: maker,
      role: null,
      keys: 'take_over',
    })
    expect(await pays(key)).toBe('works')
    expect(await audited(shop, 'api_key.taken_over')).toEqual([expect.objectContaining({ holderId: maker })])
    expect(await mailed()).toContain('API keys were taken over')
    await asMember(second, shop.organisationId, 'member.leave', leaveOrganisation)
    expect(await codeOf(key)).toBe('key_not_valid')
  })

  test('only an owner takes over: an admin who removes a member does not, and one key by itself needs an owner', async () => {
    const shop = await newShop()
    const [maker, admin] = [await join(shop, 'developer'), await join(shop, 'admin')]
    const key = await keyOf(shop, maker, ['payments:read'])
    const [{ id } = { id: '' }] = (await asOwner(shop).keys()).filter(({ isYours }) => !isYours)
    const removed = asMember(admin, shop.organisationId, 'member.remove', changeMember, {
      memberId: maker,
      role: null,
      keys: 'take_over',
    })
    await expect(removed).rejects.toMatchObject({ code: 'not_allowed', field: 'ownership.write' })
    const take = (userId: string, keyId = id) =>
      asMember(userId, shop.organisationId, 'key.take_over', takeOverKey, keyId)
    for (const userId of [admin, maker]) await expect(take(userId)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const keyId of ['x', randomUUID()]) {
      await expect(take(shop.userId, keyId)).rejects.toMatchObject({ code: 'not_found' })
    }
    const other = await newShop()
    const foreign = asMember(other.userId, other.organisationId, 'key.take_over', takeOverKey, id)
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
    for (let count = 0; count < 2; count += 1) expect(await take(shop.userId)).toMatchObject({ isYours: true })
    expect(await audited(shop, 'api_key.taken_over')).toHaveLength(1)
    await asOwner(shop).remove(maker, 'revoke')
    expect(await codeOf(key)).toBe('works')
  })

  test('when they leave, are erased, or are gone in whatever way', async () => {
    const shop = await newShop()
    const [left, erased, gone] = [await join(shop, 'developer'), await join(shop, 'admin'), await join(shop, 'admin')]
    const keys: string[] = []
    for (const maker of [left, erased, gone]) keys.push(await keyOf(shop, maker, ['payments:read']))
    await asMember(left, shop.organisationId, 'member.leave', leaveOrganisation)
    await eraseForOperator(erased)
    await db().membership.deleteMany({ where: { userId: gone } })
    for (const key of keys) expect(await codeOf(key)).toBe('key_not_valid')
    expect(await codeOf(shop.key)).toBe('works')
    expect(JSON.stringify(await audited(shop, 'api_key.revoked'))).not.toContain(erased)
  })
})

describe('an organisation without an owner takes no money', () => {
  test('the erasure of the last one closes it, names it before, and an operator can’t open it again', async () => {
    const shop = await newShop()
    const admin = await join(shop, 'admin')
    const key = await keyOf(shop, admin, ['payments:read', 'payments:write', 'links:write'])
    const { body: order } = await askApi('createCheckoutSession', {
      key,
      body: { amount: '1.00', reference: 'Order', return_url: returnUrl },
    })
    expect((await previewErasure(shop)).closes).toEqual(['Librairie'])
    await eraseForOperator(shop.userId)
    expect([await codeOf(shop.key), await codeOf(key)]).toEqual(['key_not_valid', 'works'])
    expect(await pays(key)).toBe('organisation_suspended')
    const link = await askApi('createPaymentLink', { key, body: { title: 'Book', amount: '1.00' } })
    expect(link.body.code).toBe('organisation_suspended')
    const page = await readPublicOrder(order.url.split('/').at(-1))
    expect(page?.isSuspended).toBe(true)
    expect(await audited(shop, 'organisation.suspended')).toHaveLength(1)

    const resumed = changeSuspension(await anOperator(), shop.organisationId, { suspended: false, reason: '' })
    await expect(resumed).rejects.toMatchObject({ code: 'invalid_input', field: 'owner' })
    expect(await pays(key)).toBe('organisation_suspended')
  })

  test('with another owner it goes on', async () => {
    const shop = await newShop()
    const second = await join(shop, 'owner')
    expect((await previewErasure(shop)).closes).toEqual([])
    await eraseForOperator(shop.userId)
    expect(await pays(await keyOf(shop, second, ['payments:write']))).toBe('works')
  })

  test('of two last owners who are erased at once, the organisation is closed', async () => {
    const shop = await newShop()
    const second = await join(shop, 'owner')
    await Promise.all([eraseForOperator(shop.userId), eraseForOperator(second)])
    const { suspendedAt } = await db().organisation.findUniqueOrThrow({ where: { id: shop.organisationId } })
    expect(suspendedAt).not.toBeNull()
  })
})
