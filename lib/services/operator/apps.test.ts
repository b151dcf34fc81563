import { beforeAll, describe, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { listApps, readApp } from '#lib/services/apps/allow.ts'
import { openByToken } from '#lib/services/apps/reading.ts'
import { putAppEndpoint, readAppEndpoint, testAppEndpoint } from '#lib/services/webhooks/app-endpoint.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { anAppWithToken } from '#testing/people/an-app.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { changeAppLimit, changeAppSuspension, listAppClients, readAppClient } from './apps.ts'

openMailbox()
beforeAll(() => aBank())

/** An app that two people use, one of whom stopped it. */
async function newClient() {
  const people = [await anAppWithToken(), await anAppWithToken(), await anAppWithToken()]
  const uris = ['https://budget.example/back', 'https://budget.example/other', 'http://127.0.0.1/']
  const { id } = await db().appClient.create({ data: { name: 'Budget', redirectUris: uris, createdAt: now() } })
  for (const { id: appId } of people)
    await db().app.update({ where: { id: appId }, data: { kind: 'oauth', clientId: id, lastReadAt: now() } })
  const [one, two, three] = people as [Owner, Owner, Owner]
  await db().app.update({ where: { id: three.id }, data: { endedAt: now(), endedBy: 'by_person' } })
  const reading = { address: '192.0.2.1', accounts: 1, transactions: 0, at: now() }
  await db().appReading.create({ data: { appId: one.id, userId: one.userId, ...reading } })
  return { id, one, two, three }
}
type Owner = Awaited<ReturnType<typeof anAppWithToken>>

const anOperator = async () => {
  const { userId } = await aPerson()
  await db().user.update({ where: { id: userId }, data: { role: 'operator' } })
  return { userId, authenticatedAt: now() }
}
const reads = ({ token }: Owner) =>
  openByToken(token, { address: '192.0.2.44', program: null }).then(
    () => true,
    () => false,
  )
const mailsTo = ({ userId }: Owner, template: string) =>
  db().mail.count({ where: { userId, key: { startsWith: template } } })
const on = { suspended: false, reasonFr: '', reasonEn: '' }
const off = { suspended: true, reasonFr: 'Elle laisse fuir ce qu’elle lit.', reasonEn: 'It leaks what it reads.' }

describe('an operator', () => {
  test('sees which apps people use, how much and since when, and nothing of their accounts', async () => {
    const [operator, { id }] = [await anOperator(), await newClient()]
    const line = { id, name: 'Budget', hosts: ['budget.example', '127.0.0.1'], people: 2, readings: 1, suspended: null }
    expect(await readAppClient(operator, id)).toMatchObject(line)
    expect((await listAppClients(operator)).find(one => one.id === id)).toMatchObject(line)
    await expect(readAppClient(operator, 'x')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('suspends an app for everybody, who read why, and lets it go on', async () => {
    const [operator, { id, one, two, three }] = [await anOperator(), await newClient()]
    for (const field of ['reasonFr', 'reasonEn'] as const)
      await expect(changeAppSuspension(operator, id, { ...off, [field]: 'No' })).rejects.toMatchObject({ field })
    await putAppEndpoint(one, 'https://budget.example/hook')
    await testAppEndpoint(one)
    await changeAppSuspension(operator, id, off)
    await changeAppSuspension(operator, id, off)
    expect((await readAppEndpoint(one)).deliveries).toMatchObject([{ status: 'dropped' }])
    expect([await reads(one), await reads(two)]).toEqual([false, false])
    expect((await listApps(one.person))[0]).toMatchObject({
      state: 'suspended',
      suspended: { fr: off.reasonFr, en: off.reasonEn },
    })
    const mailed = [one, two, three].map(person => mailsTo(person, 'app_suspended'))
    expect(await Promise.all(mailed)).toEqual([1, 1, 0])
    await changeAppSuspension(operator, id, on)
    expect([await reads(one), await reads(three), await mailsTo(one, 'app_resumed')]).toEqual([true, false, 1])
    const events = await db().auditEvent.findMany({ where: { stream: `app_client:${id}` }, orderBy: { seq: 'asc' } })
    expect(events.map(({ action }) => action)).toEqual(['app_client.suspended', 'app_client.resumed'])
  })

  test('suspends all programs with a personal token, new ones too, and lets them go on', async () => {
    const [operator, one] = [await anOperator(), await anAppWithToken()]
    const id = (await listAppClients(operator)).find(({ kind }) => kind === 'token')?.id ?? ''
    await changeAppSuspension(operator, id, off)
    expect([await reads(one), (await readApp(one.person, one.id)).setup]).toEqual([false, null])
    await expect(anAppWithToken()).rejects.toMatchObject({ field: 'kind' })
    expect(await mailsTo(one, 'app_suspended')).toBe(1)
    await changeAppSuspension(operator, id, on)
    expect([await reads(one), await reads(await anAppWithToken())]).toEqual([true, true])
  })

  test('says how often an app may ask', async () => {
    const [operator, { id, one }] = [await anOperator(), await newClient()]
    await changeAppLimit(operator, id, { limit: 2 })
    expect([await reads(one), await reads(one), await reads(one)]).toEqual([true, true, false])
    await changeAppLimit(operator, id, { limit: null })
    expect(await reads(one)).toBe(true)
  })

  test.each([
    ['somebody else', async () => ({ ...(await aPerson()), authenticatedAt: now() }), 'not_found'],
    [
      'one without a fresh password',
      async () => ({ ...(await anOperator()), authenticatedAt: new Date(0) }),
      'reauthentication_required',
    ],
  ])('is nobody but an operator: %s is refused', async (_, who, code) => {
    const [operator, { id }] = [await who(), await newClient()]
    await expect(changeAppSuspension(operator, id, off)).rejects.toMatchObject({ code })
    await expect(changeAppLimit(operator, id, { limit: 1 })).rejects.toMatchObject({ code })
    if (code === 'not_found') await expect(listAppClients(operator)).rejects.toMatchObject({ code })
  })
})
