import type { Chapter } from '#tour/story.ts'
import { bankDown } from './bank-down.ts'
import { cancelTransfer } from './cancel-transfer.ts'
import { deferredCard } from './deferred-card.ts'
import { firstLink } from './first-link.ts'
import { lostAnswer } from './lost-answer.ts'
import { newCertificates } from './new-certificates.ts'
import { oneBoxLess } from './one-box-less.ts'
import { payAShop } from './pay-a-shop.ts'
import { refund } from './refund.ts'
import { refused } from './refused.ts'
import { renewal, renewalGivenUp } from './renewal.ts'
import { revokedAtBank } from './revoked-at-bank.ts'
import { sayingNo } from './saying-no.ts'
import { sentLink } from './sent-link.ts'
import { withoutOdile } from './without-odile.ts'

/** The chapters in the order of the tour, theme by theme. */
export const chapters: readonly Chapter[] = [
  firstLink,
  sayingNo,
  oneBoxLess,
  revokedAtBank,
  withoutOdile,
  renewal,
  renewalGivenUp,
  deferredCard,
  payAShop,
  refused,
  lostAnswer,
  cancelTransfer,
  refund,
  bankDown,
  sentLink,
  newCertificates,
]
