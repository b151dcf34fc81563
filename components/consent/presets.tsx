'use client'

import { type ConsentPreset, consentPresets } from '@guichet/stet/terms/consent-choice.ts'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { Icon } from '#components/ui/icon.tsx'

type PresetsProps = { current: ConsentPreset | null; onChoose: (preset: ConsentPreset) => void }

/** Preset choices. `aria-pressed` marks the one that the boxes equal; if they equal none, a word says so. */
export function Presets({ current, onChoose }: PresetsProps) {
  const t = useTranslations('consent')
  return (
    <Fieldset legend={t('presetsLabel')} className="[&>legend]:text-[0.9375rem]">
      <div className="flex flex-wrap gap-2">
        {consentPresets.map(preset => (
          <Button
            key={preset}
            variant="secondary"
            aria-pressed={current === preset}
            onClick={() => onChoose(preset)}
            className="aria-pressed:border-brand aria-pressed:bg-brand-tint aria-pressed:text-brand-ink"
          >
            {t(`presets.${preset}`)}
          </Button>
        ))}
        {current === null ? (
          <span className="inline-flex min-h-11 items-center gap-2 px-2 text-[0.9375rem] font-medium text-brand-ink">
            <Icon name="check" className="size-4" />
            {t('presetCustom')}
          </span>
        ) : null}
      </div>
    </Fieldset>
  )
}
