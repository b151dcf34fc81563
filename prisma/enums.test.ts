import { CertificateChecked } from '@guichet/stet/terms/certificate-sighting.ts'
import { expect, test } from 'vitest'
import { holdingKinds } from '#lib/domain/accounts/holding.ts'
import { importFormats } from '#lib/domain/accounts/import-line.ts'
import { rhythms } from '#lib/domain/accounts/recurring.ts'
import { connectionReasons, connectionStatuses } from '#lib/domain/consent/connection.ts'
import { holderAnswers } from '#lib/domain/consent/holder.ts'
import { linkStatuses } from '#lib/domain/consent/link.ts'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { documentKinds } from '#lib/domain/merchant/document.ts'
import { memberRoles } from '#lib/domain/merchant/membership.ts'
import { cancellationStatuses } from '#lib/domain/payments/attempt/cancellation.ts'
import { paymentActors } from '#lib/domain/payments/attempt/event.ts'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { instantChoices } from '#lib/domain/payments/order/instant.ts'
import { matchWays } from '#lib/domain/payments/order/reconcile.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { payeeAnswers, payeeSources } from '#lib/domain/payments/payee/verification.ts'
import { shareLevels } from '#lib/domain/people/household.ts'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { deliveryFaults, deliveryStatuses } from '#lib/domain/webhooks/delivery.ts'
import * as enums from './generated/enums.ts'

/** Both lists of words. Does not compile when one has a word that the other lacks. */
function same<Stored extends string, Known extends Stored>(
  stored: { readonly [word in Stored]: word },
  known: readonly Known[] & ([Stored] extends [Known] ? unknown : never),
): readonly [readonly string[], readonly string[]] {
  return [Object.values(stored), known]
}

/** The words of `lib/domain`, which knows nothing of the database. The enums left out have their words in the schema alone. */
const pairs = {
  Mode: same(enums.Mode, apiModes),
  LinkStatus: same(enums.LinkStatus, linkStatuses),
  LinkFailure: same(enums.LinkFailure, linkFailures),
  ConnectionStatus: same(enums.ConnectionStatus, connectionStatuses),
  ConnectionReason: same(enums.ConnectionReason, connectionReasons),
  HolderAnswer: same(enums.HolderAnswer, holderAnswers),
  HoldingKind: same(enums.HoldingKind, holdingKinds),
  Rhythm: same(enums.Rhythm, rhythms),
  ImportFormat: same(enums.ImportFormat, importFormats),
  CertificateCheck: same(enums.CertificateCheck, CertificateChecked.options),
  DocumentKind: same(enums.DocumentKind, documentKinds),
  MemberRole: same(enums.MemberRole, memberRoles),
  OrderStatus: same(enums.OrderStatus, orderStatuses),
  AttemptStatus: same(enums.AttemptStatus, attemptStatuses),
  PaymentActor: same(enums.PaymentActor, paymentActors),
  CancellationStatus: same(enums.CancellationStatus, cancellationStatuses),
  PayeeAnswer: same(enums.PayeeAnswer, payeeAnswers),
  PayeeSource: same(enums.PayeeSource, payeeSources),
  ShareLevel: same(enums.ShareLevel, shareLevels),
  DeliveryStatus: same(enums.DeliveryStatus, deliveryStatuses),
  DeliveryFault: same(enums.DeliveryFault, deliveryFaults),
  InstantChoice: same(enums.InstantChoice, instantChoices),
  MatchWay: same(enums.MatchWay, matchWays),
}

test.each(Object.entries(pairs))('%s has the words of lib/domain', (_, [stored, known]) => {
  expect(stored.toSorted()).toEqual([...known].toSorted())
})
