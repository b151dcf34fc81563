import { expect, test } from 'vitest'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { findMailFault, sendMail } from './mail.ts'

/** Without TLS. */
const mailbox = openMailbox()
const mail = { id: 'm', to: 'lea@example.org', subject: 's', text: 't', html: '<p>t</p>', language: 'en' }
/** This machine by an address that does not say so. */
const elsewhere = () => mailbox.url.replace('127.0.0.1', '0.0.0.0')

test('a mail server elsewhere gets nothing without TLS, unless its address says so', async () => {
  process.env.SMTP_URL = elsewhere()
  expect(await findMailFault()).toMatchObject({ lacksTls: true })
  await expect(sendMail(mail)).rejects.toMatchObject({ name: 'MailNotSent', final: false })
  expect(mailbox.mails).toEqual([])
  process.env.SMTP_URL = `${elsewhere()}?ignoreTLS=true`
  expect(await findMailFault()).toBeNull()
  await sendMail(mail)
  expect(mailbox.mails).toHaveLength(1)
})

test('one on this machine needs none; one that is away lacks nothing', async () => {
  expect(await findMailFault()).toBeNull()
  await sendMail(mail)
  expect(mailbox.mails).toHaveLength(1)
  process.env.SMTP_URL = 'smtp://127.0.0.1:1'
  expect(await findMailFault()).toMatchObject({ lacksTls: false })
})
