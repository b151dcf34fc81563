import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { CheckboxMark } from '#components/ui/checkbox.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Field, SelectField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import type { CategoryView } from '#lib/views/category.ts'
import type { AccountName } from './account-names.tsx'
import { CategorySelect } from './category-select.tsx'
import { TagsField } from './forms.tsx'
import { LineAmount, LineName, type RowWords, useRowWords } from './row.tsx'

type ManyFormProps = {
  lines: readonly TransactionView[]
  total: number
  accounts: readonly AccountName[]
  categories: readonly CategoryView[]
  tags: readonly string[]
  /** The filter, as a query. */
  asked: string
  /** Whether all are chosen to begin with. */
  isAll: boolean
  /** How many the last try changed. */
  changed: string | null
  wrong: string | null
  /** What was typed and chosen in the refused form. */
  refused: (Partial<Readonly<Record<'category' | 'tags' | 'leftOut', string>>> & { ids: readonly string[] }) | null
}

const faults = ['id', 'category', 'tags', 'change'] as const

/** Many transactions at once, by a plain form. */
export function ManyForm(form: ManyFormProps) {
  const { lines, total, accounts, categories, tags, asked, isAll, changed, wrong, refused } = form
  const t = useTranslations('transactions.many')
  const words = useRowWords(categories, new Map(accounts.map(account => [account.id, account])))
  const fault = faults.find(one => one === wrong)
  const other = new URLSearchParams(asked)
  if (!isAll) other.set('all', '1')
  if (lines.length === 0) return <EmptyState title={t('nothing')} />
  return (
    // Another choice of boxes is another form.
    <PostForm
      key={String(isAll)}
      action="/transactions/many/change"
      sends={{ filter: asked }}
      className="grid grid-cols-1 gap-6"
    >
      {changed === null ? null : (
        <Alert tone="success" announce="polite">
          {t('changed', { count: Number(changed) })}
        </Alert>
      )}
      {fault ? (
        <Alert tone="danger" announce="assertive">
          {t(`wrong.${fault}`)}
        </Alert>
      ) : null}
      <Card as="div" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field id="many-category" label={t('category')}>
          <CategorySelect id="many-category" name="category" none={t('same')} defaultValue={refused?.category} />
        </Field>
        <TagsField known={tags} value={refused?.tags ?? ''} isWrong={false} hint={t('tagsHint')} />
        <SelectField
          id="many-left-out"
          name="leftOut"
          label={t('insights')}
          defaultValue={refused?.leftOut}
          none={t('same')}
          choices={[
            ['yes', t('leaveOut')],
            ['no', t('count')],
          ]}
        />
        <div className="sm:col-span-full">
          <Button type="submit">{t('apply')}</Button>
        </div>
      </Card>
      <Card as="div" flush>
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 text-sm text-soft sm:px-6">
          {t('shown', { count: lines.length, total })}
          <Link href={`/transactions/many?${other}`} className="link inline-flex min-h-11 items-center">
            {t(isAll ? 'none' : 'all')}
          </Link>
        </p>
        <ul className="divide-y divide-line">
          {lines.map(line => (
            <ManyRow
              key={line.id}
              line={line}
              words={words}
              isChosen={refused ? refused.ids.includes(line.id) : isAll}
            />
          ))}
        </ul>
      </Card>
    </PostForm>
  )
}

function ManyRow({ line, words, isChosen }: { line: TransactionView; words: RowWords; isChosen: boolean }) {
  const locale = useLocale()
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is the mark inside */}
      <label className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2 hover:bg-sunken sm:px-6">
        <CheckboxMark name="id" value={line.id} defaultChecked={isChosen} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <LineName name={line.name} otherwise={words.category(line)} />
          </span>
          <span className="block truncate text-sm text-soft">
            {[formatDate(line.day, locale, 'short'), words.categoryOrStatus(line), ...words.marks(line)].join(' · ')}
          </span>
        </span>
        <LineAmount line={line} className="shrink-0 font-semibold" />
      </label>
    </li>
  )
}
