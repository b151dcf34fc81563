'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { findItems, type PaletteGroup, type PaletteItem } from './items.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

type PaletteProps = { open: boolean; onClose: () => void; onShortcuts: () => void }

/** A search over pages, actions, accounts, payees and transactions. Focus stays inside and is restored on closing. */
export function PaletteDialog({ open, onClose, onShortcuts }: PaletteProps) {
  const t = useTranslations('palette')
  return (
    <Dialog.Root open={open} onOpenChange={isOpen => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-clip rounded-2xl border border-line bg-surface text-ink shadow-lift transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-[12vh] sm:max-h-[70vh]">
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <Search onClose={onClose} onShortcuts={onShortcuts} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search({ onClose, onShortcuts }: Omit<PaletteProps, 'open'>) {
  const t = useTranslations('palette')
  const [query, setQuery] = useState('')
  const { groups, found, searching, refreshing } = usePaletteGroups(query, onShortcuts)
  const shown = [...findItems(groups, query, new Set(['actions', 'pages'])), ...found]
  const count = shown.reduce((sum, { items }) => sum + items.length, 0)
  const choose = ({ id, run }: PaletteItem) => {
    run()
    // A refresh reports its result here; everything else leaves the palette.
    if (id !== 'refresh' && id !== 'shortcuts') onClose()
  }
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={shown}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(item: PaletteItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line pl-4">
        <Icon name="search" className="size-5 text-soft" />
        <Autocomplete.Input
          aria-label={t('title')}
          placeholder={t('placeholder')}
          maxLength={100}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <Dialog.Close aria-label={t('close')} className="grid size-14 place-items-center text-soft hover:text-ink">
          <svg viewBox="0 0 16 16" className="size-4.5" aria-hidden="true">
            <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="px-4 pt-2 text-sm text-soft">
        {refreshing ?? (searching ? t('searching') : t('count', { count }))}
      </Autocomplete.Status>
      <Autocomplete.List aria-label={t('results')} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="mb-2">
            <Autocomplete.GroupLabel className="px-2 py-1.5 text-sm font-semibold text-soft">
              {t(`groups.${group.value as 'actions'}`)}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  onClick={() => choose(item)}
                  className="flex min-h-11 scroll-my-2 cursor-pointer items-center gap-3 rounded-xl px-2 py-1.5 outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-ink"
                >
                  <Icon name={item.icon} className="size-5 text-soft" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">
                      <bdi>{item.label}</bdi>
                    </span>
                    {item.detail ? <span className="block truncate text-sm text-soft">{item.detail}</span> : null}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
