import { withoutAddress } from '@guichet/values/text/address.ts'
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { formatMessage } from '@guichet/values/text/message.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import type { Aim } from '#lib/domain/people/aim.ts'
import type { AlertKind } from '#lib/domain/people/alert.ts'
import type { EndedBy, NoticeKind } from '#lib/domain/people/notice.ts'
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { MailLanguage, MailParts } from './frame.ts'

/** The words of mails are ICU messages in fr.json and en.json; here is what each needs to know, and how they become a mail. */

export type Amount = { readonly amount: string; readonly currency: string; readonly isChange?: true }
/** Written in quotation marks. */
type Names = { readonly names: readonly string[] }
/** Read by somebody who may not know them: can't contain a link. */
type Stranger = { readonly stranger: string }
/** What somebody wrote for everybody. */
type Both = Readonly<Record<MailLanguage, string>>
type Value = string | number | boolean | null | Date | Amount | Names | Stranger | Both
type Values = Readonly<Record<string, Value>>

export type SecurityEvent = keyof typeof en.security
export type ActivityKind = keyof typeof en.activity
export type AppEvent = Exclude<keyof typeof en.apps, 'app_suspended'>

/** To every owner about money or control. IBANs masked, addresses as host only. */
export type OwnerEvent = Readonly<
  | { what: 'owner_invited'; address: string }
  | { what: 'owner_joined' | 'owner_made' | 'owner_removed' | 'owner_demoted' | 'owner_left'; name: string }
  | { what: 'beneficiary_changed' | 'beneficiary_withdrawn'; iban: string }
  | { what: 'beneficiary_waits'; iban: string; from: Date }
  | { what: 'key_created' | 'key_changed' | 'key_revoked'; name: string; isTest: boolean }
  | { what: 'member_keys_revoked' | 'member_keys_taken_over'; name: string; keys: Names }
  | { what: 'webhook_created' | 'webhook_changed' | 'webhook_deleted'; host: string; isTest: boolean }
  | { what: 'webhook_secret_rotated'; host: string; isTest: boolean }
  | { what: 'return_urls_changed'; hosts: string; count: number }
  | { what: 'activation_asked' | 'activated' | 'resumed' }
  | { what: 'activation_declined' | 'suspended' | 'limits_declined'; reason: string }
  | { what: 'limits_changed'; payment: Amount; day: Amount; month: Amount }
>

export type PaymentAlarm = 'mismatch' | 'executed_unconfirmed' | 'contradiction' | 'confirmation_denied'

type Row<Template, Facts> = { readonly template: Template; readonly values: Readonly<Facts> }
type Nothing = Record<string, never>
type Notice = { bankName: string; daysLeft: number; endsOn: Date | null; count: number; by: EndedBy }
type Ours = { organisation: string; isTest: boolean }
/** `host` only: the rest may contain a secret. `organisation`: or the name of an app. */
type Endpoint = { organisation: string; host: string; isApp: boolean }
type Invoice = Ours & { number: string; amount: Amount; dueOn: Date }
type Credit = Invoice & { invoiceNumber: string; reason: string | null; rest: 'due' | 'paid' | 'none'; due: Amount }
type Receipt = { payee: string; amount: Amount; reference: string; description: string | null }
type Alarm = { bankCode: string; orderId: string; status: string }
type Summary = { isOneDay: boolean; readFrom: Date; readTo: Date; attention: string; bankName: string; more: number }

/** To strangers and about anybody's money: no name, IBAN or amount but what is here. */
type Template =
  | Row<'verify_email', { hours: number; aim: Aim }>
  | Row<'change_email', { hours: number }>
  | Row<'reset_password', { minutes: number }>
  | Row<'sign_up_repeated' | Exclude<SecurityEvent, 'new_device'>, Nothing>
  | Row<'new_device', { at: Date; browser: string | null }>
  | Row<'password_changed', { passkeys: Names; count: number }>
  | Row<ActivityKind, { bankName: string }>
  | Row<AppEvent, { name: Stranger; until: Date }>
  | Row<'app_suspended', { name: Stranger; until: Date; reason: Both }>
  | Row<NoticeKind, Notice>
  | Row<'household_invitation', { inviter: Stranger; address: string; days: number }>
  | Row<'weekly_summary', Summary>
  | Row<'alerts', { kind: AlertKind | 'several'; count: number }>
  | Row<'invitation', { organisation: string; role: MemberRole; inviter: Stranger }>
  | Row<'endpoint_off' | 'endpoint_failing', Endpoint>
  | Row<'key_expiring', Ours & { name: string; expiresOn: Date }>
  | Row<'payment_held', Ours & { reference: string }>
  | Row<'link', Ours & { title: string; amount: Amount | null }>
  | Row<'invoice', Invoice & { isOverdue: boolean; isReminder: boolean }>
  | Row<'credit_note', Credit>
  | Row<'receipt', Receipt & { isPart: boolean; isTest: boolean }>
  | Row<OwnerEvent['what'], OwnerEvent & { organisation: string; by: string; at: Date }>
  | Row<'certificate_ending', { name: 'QWAC' | 'QSealC'; fingerprint: string; daysLeft: number }>
  | Row<'payment_alarm', Alarm & { what: PaymentAlarm }>
  | Row<'payment_unread', Alarm>
  | Row<'audit_broken', { count: number; stream: string; seq: number }>
  | Row<'readings_rest', { bankCode: string; count: number }>
  | Row<'readings_fail', { bankCode: string }>
  | Row<'activation_waits' | 'limits_wait', { merchant: string }>

export type MailWords = Template & {
  /** Where its button leads. */
  readonly page: string
  /** Where the link below it leads. */
  readonly link?: string
  /** Lists of several lines: what each label says, and the `value` beside it. */
  readonly lines?: Readonly<Record<string, readonly ({ readonly value: Amount } & Values)[]>>
  readonly sender?: MailParts['sender']
  readonly unsubscribe?: string
}

type Messages = {
  readonly subject: string
  readonly text: readonly string[]
  /** Labels by the value that stands beside them. */
  readonly lists?: readonly { readonly title: string; readonly lines: Readonly<Record<string, string>> }[]
  readonly action: string
  readonly after?: readonly string[]
  readonly small: string
  readonly link?: string
}

type Catalogue = {
  /** Parts of messages. */
  readonly shared: Readonly<Record<string, string>>
  readonly templates: Readonly<Record<Template['template'], Messages>>
}

function catalogueOf({ shared, ...groups }: typeof en): Catalogue {
  const { account, security, activity, notices, people, apps, customers, members, owners, operators } = groups
  const toPeople = { ...account, ...security, ...activity, ...notices, ...people, ...apps }
  return { shared, templates: { ...toPeople, ...customers, ...members, ...owners, ...operators } }
}

const catalogues = { en: catalogueOf(en), fr: catalogueOf(setFrenchSpaces(fr)) }
/** Empty paragraphs, lines and lists are left out. */
export function writeMail(words: MailWords, language: MailLanguage): MailParts {
  const { page, link: linked, lines = {}, sender, unsubscribe } = words
  const values: Values =
    'bankName' in words.values ? { ...nameBank(words.values.bankName), ...words.values } : words.values
  const { subject, text, lists = [], action, after = [], small, link } = catalogues[language].templates[words.template]
  const say = (message: string, more: Values = {}) => writeMessage(message, { ...values, ...more }, language)
  const sayAll = (messages: readonly string[]) => messages.map(one => say(one)).filter(said => said !== '')
  const listed = (name: string, label: string) =>
    (lines[name] ?? [{ value: values[name] ?? null }]).flatMap(line => {
      const shown = line.value instanceof Date ? '{value, date, day}' : '{value}'
      return line.value === null ? [] : [{ label: say(label, line), value: say(shown, line) }]
    })
  const all = lists.map(list => ({
    title: say(list.title),
    lines: Object.entries(list.lines).flatMap(([name, label]) => listed(name, label)),
  }))
  return {
    subject: say(subject),
    paragraphs: sayAll(text),
    lists: all.filter(list => list.lines.length > 0),
    action: { label: say(action), url: page },
    after: sayAll(after),
    small: { text: say(small), ...(link && linked ? { link: { label: say(link), url: linked } } : {}) },
    ...(sender ? { sender } : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
  }
}

/** Throws if a value is missing. */
function writeMessage(message: string, values: Values, language: MailLanguage): string {
  const { shared } = catalogues[language]
  const fill = (part: string): string =>
    part.replace(/\{(\w+)\}/g, (hole, name: string) => (shared[name] === undefined ? hole : fill(shared[name])))
  const written = Object.entries(values).map(([name, value]) => [name, writeValue(value, language)])
  return formatMessage(fill(message), Object.fromEntries(written), language)
}

function writeValue(value: Value, language: MailLanguage): string | number | Date {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value instanceof Date) return value
  if ('fr' in value) return value[language]
  if ('stranger' in value) return withoutAddress(value.stranger)
  if ('names' in value) return value.names.map(name => writeMessage('{quote}', { name }, language)).join(', ')
  return writeAmount(value, language)
}

/** `1 234,56 €`, `−€12.30`; a change has a plus too. */
function writeAmount({ amount, currency, isChange }: Amount, language: MailLanguage): string {
  const style = { style: 'currency', currency, signDisplay: isChange ? 'exceptZero' : 'negative' } as const
  const text = new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'fr-FR', style).format(amount as `${number}`)
  return text.replace('-', '\u2212')
}
