'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'

/** Withdraws an account set by a new owner before it takes effect. Requires no password, because it must be quick. */
export function WithdrawAccount({ organisation }: { organisation: string }) {
  const t = useTranslations('merchant.account')
  const url = `/api/merchant/settings/beneficiary?organisation=${organisation}`
  return (
    <div className="mt-3">
      <ActionButton variant="secondary" act={() => sendOnly('DELETE', url)}>
        {t('withdraw')}
      </ActionButton>
    </div>
  )
}
