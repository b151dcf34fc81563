import { plainAmount } from '@guichet/values/money/amount-input.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { db } from '#lib/db.ts'
import { type AlertKind, alertCurrency, isLimited } from '#lib/domain/people/alert.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { AlertSettingsView } from '#lib/views/alert.ts'
import { passOver } from './give.ts'
import { listPushTargets } from './push.ts'

export async function readAlertSettings({ userId }: Person): Promise<AlertSettingsView> {
  const [devices, rows, user] = await Promise.all([
    listPushTargets({ userId }),
    db().alertChoice.findMany({ where: { userId } }),
    db().user.findUnique({ where: { id: userId }, select: { alertMail: true, alertAmounts: true } }),
  ])
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency: alertCurrency })
  return {
    chosen: Object.fromEntries(
      rows.map(({ kind, amountMinor }) => [kind, amountMinor === null ? null : text(amountMinor)]),
    ),
    mail: user?.alertMail ?? true,
    amounts: user?.alertAmounts ?? false,
    devices,
  }
}

export type AlertWish = {
  /** Each with the limit as typed. */
  readonly kinds: readonly { readonly kind: AlertKind; readonly typed: string }[]
  readonly mail: boolean
  readonly amounts: boolean
}

/**
 * What is there already is never told. Refusals: `invalid_input` naming the kind whose limit can't be read; everything
 * else is kept.
 */
export async function changeAlerts({ userId }: Person, { kinds, mail, amounts }: AlertWish): Promise<void> {
  const read = kinds.map(({ kind, typed }) => ({ userId, kind, amountMinor: isLimited(kind) ? limitOf(typed) : null }))
  const wrong = read.find(({ kind, amountMinor }) => isLimited(kind) && amountMinor === null)
  const data = read.filter(({ kind, amountMinor }) => !isLimited(kind) || amountMinor !== null)
  await db().$transaction([
    db().alertChoice.deleteMany({ where: { userId } }),
    db().alertChoice.createMany({ data }),
    db().user.updateMany({ where: { id: userId }, data: { alertMail: mail, alertAmounts: amounts } }),
  ])
  await passOver(userId)
  if (wrong) throw new Refused('invalid_input', { field: wrong.kind })
}

function limitOf(typed: string): bigint | null {
  const limit = parseAmount(plainAmount(typed, null) ?? '', alertCurrency)
  return limit === null || limit.amountMinor <= 0n ? null : limit.amountMinor
}
