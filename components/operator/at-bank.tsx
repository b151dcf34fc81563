'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { readJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { AtBankView } from '#lib/views/operator.ts'
import { DifferenceList } from './difference-list.tsx'

/** Reads the registration at the bank now, and compares it with ours. */
export function AtBank({ url }: { url: string }) {
  const t = useTranslations('operatorForms.registrations')
  const action = useAction()
  const [found, setFound] = useState<AtBankView | null>(null)
  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="secondary"
          loading={action.pending}
          onClick={() => action.run(async () => setFound(await readJson<AtBankView>(url)))}
        >
          {t('read')}
        </Button>
      </div>
      <ActionNote action={action} />
      {found ? (
        <div className="grid gap-3" role="status">
          <p className="text-sm text-soft">
            {t('readAt')} <DateText value={found.readAt} style="moment" /> ·{' '}
            {found.lines.length === 0 ? t('asKept') : t('notAsKept')}
          </p>
          {found.lines.length > 0 ? <DifferenceList lines={found.lines} /> : null}
          <Disclosure title={t('members')} small>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
            <pre tabIndex={0} className="max-h-96 overflow-auto rounded-xl bg-sunken p-4 text-xs">
              {found.members}
            </pre>
          </Disclosure>
        </div>
      ) : null}
    </div>
  )
}
