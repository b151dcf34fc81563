'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form, useForm } from '#components/actions/form.tsx'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card, tones } from '#components/ui/card.tsx'
import { Fieldset, TextField } from '#components/ui/field.tsx'
import { focusWithMouse } from '#components/ui/focus-with-mouse.ts'
import { categoryIcons, categoryTones } from '#lib/domain/accounts/category.ts'
import type { CategoryView } from '#lib/views/category.ts'
import { useOwnCategories } from './account-names.tsx'
import { CategoryGlyph, CategoryIcon } from './category-icon.tsx'

/** The person's own categories, each with a name, an icon and a colour. */
export function OwnCategories() {
  const t = useTranslations('rules.own')
  const categories = useOwnCategories()
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const removing = useAction()
  const remove = (id: string) => removing.run(() => sendOnly('DELETE', `/api/categories/${id}`))
  return (
    <section aria-labelledby="own-title" className="mt-10 grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="own-title" className="text-xl font-semibold">
            {t('title')}
          </h2>
          <p className="text-sm text-soft">{t('lead')}</p>
        </div>
        {editing === 'new' ? null : (
          <Button variant="secondary" onClick={() => setEditing('new')}>
            {t('add')}
          </Button>
        )}
      </div>
      <ProblemNote error={removing.problem} title={t('failed')} />
      {editing === 'new' ? <CategoryForm category={null} onDone={() => setEditing(null)} /> : null}
      {categories.length > 0 ? (
        <ul className="grid gap-3 sm:grid-cols-2">
          {categories.map(category => (
            <li key={category.id} className={editing === category.id ? 'sm:col-span-2' : undefined}>
              {editing === category.id ? (
                <CategoryForm category={category} onDone={() => setEditing(null)} />
              ) : (
                <Card as="div" className="flex flex-wrap items-center gap-3">
                  <CategoryIcon category={category.id} />
                  <p className="min-w-0 flex-1 truncate font-medium">
                    <bdi>{category.name}</bdi>
                  </p>
                  <Button variant="secondary" size="small" onClick={() => setEditing(category.id)}>
                    {t('edit')} <span className="sr-only">{category.name}</span>
                  </Button>
                  <Button variant="danger" size="small" onClick={() => remove(category.id)}>
                    {t('remove')} <span className="sr-only">{category.name}</span>
                  </Button>
                </Card>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function CategoryForm({ category, onDone }: { category: CategoryView | null; onDone: () => void }) {
  const t = useTranslations('rules.own')
  const form = useForm({
    send: text => {
      const input = { name: text('name'), icon: text('icon'), tone: text('tone') }
      return category
        ? sendOnly('PUT', `/api/categories/${category.id}`, input)
        : sendOnly('POST', '/api/categories', input)
    },
    faults: field => (field === 'name' ? t('nameTaken') : null),
    onDone,
  })
  return (
    <Card as="div">
      <Form
        form={form}
        submit={t('save')}
        cancel={{ label: t('cancel'), onClick: onDone }}
        checks
        className="grid gap-4"
      >
        <TextField
          {...form.field('name', 'category-name')}
          label={t('name')}
          defaultValue={category?.name}
          maxLength={40}
          required
          ref={focusWithMouse}
        />
        <Picker legend={t('icon')} name="icon" values={categoryIcons} chosen={category?.icon ?? 'tag'}>
          {value => ({
            label: t(`icons.${value}`),
            look: 'bg-sunken text-soft',
            picture: <CategoryGlyph name={`own-${value}`} />,
          })}
        </Picker>
        <Picker legend={t('tone')} name="tone" values={categoryTones} chosen={category?.tone ?? 'brand'}>
          {value => ({
            label: t(`tones.${value}`),
            look: tones[value],
            picture: <span aria-hidden="true">Aa</span>,
          })}
        </Picker>
      </Form>
    </Card>
  )
}

type PickerProps<Value extends string> = {
  legend: string
  name: string
  values: readonly Value[]
  chosen: Value
  children: (value: Value) => { label: string; look: string; picture: React.ReactNode }
}

/** Styled native radio buttons, so that arrow keys move between them. */
function Picker<Value extends string>({ legend, name, values, chosen, children }: PickerProps<Value>) {
  return (
    <Fieldset legend={legend}>
      <div className="flex flex-wrap gap-2">
        {values.map(one => {
          const { label, look, picture } = children(one)
          return (
            <label
              key={one}
              className={`grid size-11 cursor-pointer place-items-center rounded-xl border-2 border-transparent has-checked:border-brand has-focus-visible:outline-3 has-focus-visible:outline-brand ${look}`}
            >
              <input type="radio" name={name} value={one} defaultChecked={one === chosen} className="sr-only" />
              {picture}
              <span className="sr-only">{label}</span>
            </label>
          )
        })}
      </div>
    </Fieldset>
  )
}
