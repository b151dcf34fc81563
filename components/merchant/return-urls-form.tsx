'use client'

import { useTranslations } from 'next-intl'
import { Form, linesOf, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { TextAreaField } from '#components/ui/field.tsx'
import { returnUrlFaults } from '#lib/domain/merchant/return-url.ts'

const faults = [...returnUrlFaults, 'too_many'] as const

/** The registered return URLs, one per line. */
export function ReturnUrlsForm({ organisation, urls }: { organisation: string; urls: readonly string[] }) {
  const t = useTranslations('merchant.returns')
  const org = useTranslations('merchant.org')
  const form = useForm({
    send: text =>
      sendOnly('PUT', `/api/merchant/settings/return-urls?organisation=${organisation}`, {
        urls: linesOf(text('urls')),
      }),
    faults: field => {
      const [, index = '', name = index] = field.split('.')
      const fault = faults.find(one => one === name)
      if (!fault) return null
      return fault === 'too_many'
        ? t(`faults.${fault}`)
        : t('fault', { line: Number(index) + 1, words: t(`faults.${fault}`) })
    },
  })
  return (
    <Form form={form} submit={org('save')} done={t('saved')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextAreaField
        id="urls"
        name="urls"
        label={t('label')}
        error={form.error('returnUrls')}
        rows={4}
        defaultValue={urls.join('\n')}
        spellCheck={false}
      />
    </Form>
  )
}
