'use client'

import { useTranslations } from 'next-intl'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'

/** Withdraws an account set by a new owner before it takes effect. Requires no password, because it must be quick. */
export function WithdrawAccount({ organisation }: { organisation: string }) {
  const t = useTranslations('merchant.account')
  const action = useAction()
  const url = `/api/merchant/settings/beneficiary?organisation=${organisation}`
  return (
    <div className="mt-3 grid gap-3">
      <div>
        <Button variant="secondary" onClick={() => action.run(() => sendOnly('DELETE', url))} loading={action.pending}>
          {t('withdraw')}
        </Button>
      </div>
      <ActionNote action={action} />
    </div>
  )
}
