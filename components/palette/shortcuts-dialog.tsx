'use client'

import { useTranslations } from 'next-intl'
import { preferencesPath } from '#components/layout/preferences.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { commandKey } from './button.tsx'
import { shortcuts } from './shortcuts.ts'

type ShortcutsDialogProps = { open: boolean; onClose: () => void; on: boolean; onTurn: (on: boolean) => void }

/** All shortcuts, and the switch that turns single-key ones off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose, on, onTurn }: ShortcutsDialogProps) {
  const t = useTranslations('palette')
  const turn = (keys: boolean) => {
    onTurn(keys)
    // Posts the form for language and appearance; its redirect to this page is ignored.
    const body = new URLSearchParams({ keys: keys ? 'on' : 'off' })
    fetch(preferencesPath, { method: 'POST', body, redirect: 'manual' }).catch(() => onTurn(!keys))
  }
  const rows = [
    { keys: [commandKey(), 'K'], act: 'palette' as const, joined: ' + ' },
    ...shortcuts.map(shortcut => ({ ...shortcut, joined: ` ${t('shortcuts.then')} ` })),
  ]
  return (
    <Dialog
      open={open}
      onOpenChange={isOpen => (isOpen ? undefined : onClose())}
      title={t('shortcuts.title')}
      description={t('shortcuts.lead')}
      closeLabel={t('close')}
    >
      <dl className="grid gap-1">
        {rows.map(({ keys, act, joined }) => (
          <div
            key={act}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-line last:border-0"
          >
            <dt>{t(`shortcuts.acts.${act}`)}</dt>
            <dd className="shrink-0">
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 ? <span className="text-sm text-soft">{joined}</span> : null}
                  <kbd className="rounded-md border border-control bg-sunken px-2 py-0.5 font-sans text-sm">{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        id="keys-on"
        checked={on}
        label={t('shortcuts.on')}
        hint={t('shortcuts.onHint', { command: commandKey() })}
        className="mt-4"
        onChange={event => turn(event.target.checked)}
      />
    </Dialog>
  )
}
