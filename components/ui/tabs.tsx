'use client'

import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; panel: ReactNode }[]
  defaultValue?: string
}

export function Tabs({ label, tabs, defaultValue }: TabsProps) {
  return (
    <Base.Root defaultValue={defaultValue ?? tabs[0]?.value ?? null}>
      <Base.List aria-label={label} className="flex gap-6 overflow-x-auto border-b border-line">
        {tabs.map(tab => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 whitespace-nowrap border-b-2 border-transparent font-medium text-soft hover:text-ink data-active:border-brand data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
