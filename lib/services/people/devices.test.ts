import { expect, test } from 'vitest'
import { aPerson } from '#testing/people/a-person.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { rememberDevice } from './devices.ts'

const mailbox = openMailbox()

test('a sign-in in a new browser is mailed, except in the first one', async () => {
  const { userId, email } = await aPerson({ locale: 'en' })
  const first = await rememberDevice(userId, null)
  await rememberDevice(userId, first)
  expect(await mailbox.subjectsTo(email)).toEqual([])
  const second = await rememberDevice(userId, null)
  await rememberDevice(userId, second)
  await rememberDevice(userId, first)
  expect(await mailbox.subjectsTo(email)).toEqual(['New sign-in to your account'])
})
