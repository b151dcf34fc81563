import { NextIntlClientProvider } from 'next-intl'
import { expect, test } from 'vitest'
import { AcceptContract, BusinessForm } from '#components/activation/business.tsx'
import { AskLimits } from '#components/activation/limits.tsx'
import { type Area, messages } from '#components/i18n/messages.ts'
import { drawText } from '#testing/components/draw.tsx'
import { MerchantDecision, MerchantLimits, MerchantSuspension } from './merchant-forms.tsx'

const limits = { payment: '5000.00', day: '20000.00', month: '100000.00' }
const asked = { limits, said: 'Boats' }
const decision = { id: 'a', seen: 'b', language: 'fr', isActive: false, isAsked: true, needsTwo: true, first: 'Olivia' }

/** With the words alone that their layouts send. */
const forms: readonly (readonly [string, readonly Area[], React.ReactNode])[] = [
  ['operator', ['common', 'failures', 'operatorMerchants'], <MerchantDecision key="a" {...decision} />],
  ['operator', ['common', 'failures', 'operatorMerchants'], <MerchantDecision key="a" {...decision} isAsked={false} />],
  ['operator', ['common', 'failures', 'operatorMerchants'], <MerchantSuspension key="a" id="a" suspended={null} />],
  ['operator', ['common', 'failures', 'operatorMerchants'], <MerchantSuspension key="a" id="a" suspended="Fraud" />],
  [
    'operator',
    ['common', 'failures', 'operatorMerchants'],
    <MerchantLimits key="a" id="a" limits={limits} asked={asked} first="Olivia" />,
  ],
  ['owner', ['common', 'failures', 'activation'], <AskLimits key="a" organisation="a" limits={limits} />],
  ['owner', ['common', 'failures', 'activation'], <BusinessForm key="a" organisation="a" values={null} />],
  ['owner', ['common', 'failures', 'activation'], <AcceptContract key="a" organisation="a" version="2026-11-29" />],
]

test.each(forms.flatMap(form => (['fr', 'en'] as const).map(locale => [locale, ...form] as const)))(
  'in %s a form of an %s has its words: %o',
  (locale, _, areas, form) => {
    const words = Object.fromEntries(areas.map(area => [area, messages[locale][area]]))
    const fail = (error: Error) => {
      throw error
    }
    const inside = (
      <NextIntlClientProvider locale={locale} messages={words} timeZone="Europe/Paris" onError={fail}>
        {form}
      </NextIntlClientProvider>
    )
    expect(drawText(locale, inside)).not.toMatch(/activation\.|operatorMerchants\./)
  },
)
