'use client'

import {
  type ConsentChoice,
  type ConsentKind,
  type ConsentPreset,
  consentPresets,
  isEmptyChoice,
  presetChoice,
  presetOf,
} from '@guichet/stet/terms/consent-choice.ts'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { RequestProblem, sendJson } from '#components/query/fetch-json.ts'
import { Button, PostForm, Spinner } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Fieldset, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { ConsentDiffView, ConsentMatrixView, ConsentSentView } from '#lib/views/consent.ts'
import { AccountFieldset, ColumnHeads, NameIban, PlainFieldset } from './account-fieldset.tsx'
import { countChanges, countTicked, draftOf, draftOfForm, matchesRow, nameAccount, rowsWith, tick } from './draft.ts'
import { useSummary } from './use-summary.ts'

/** Loaded for those who review something. */
const loadReview = () => import('./review.tsx')
const Review = lazy(async () => ({ default: (await loadReview()).Review }))

/** The filter is shown from this number of accounts. */
const filterFrom = 9
/** From this number of accounts, rows are plain ones to keep the page small. */
const plainFrom = 60

type ConsentMatrixProps = {
  matrix: ConsentMatrixView
  /** Ticked before and not sent. */
  chosen?: ConsentChoice | null
  /** Head of the page while choosing; the review has a head of its own. */
  head?: ReactNode
}

/** The consent per IBAN and kind: chosen, reviewed, then sent to the bank. */
export function ConsentMatrix({ matrix, chosen = null, head }: ConsentMatrixProps) {
  const t = useTranslations('consent')
  const before = useMemo(() => draftOf(matrix), [matrix])
  const [draft, setDraft] = useState(chosen ?? before)
  const [diff, setDiff] = useState<ConsentDiffView | null>(null)
  const { comparing, compare, sending, send } = useSendConsent(matrix)
  const summarise = useSummary({ bankName: matrix.bank.name, expiresAt: matrix.expiresAt })
  const isFirst = matrix.version === 0
  const busy = comparing.pending || sending.pending
  const failure = comparing.problem ?? sending.problem
  const summary = summarise(draft)
  const form = useRef<HTMLFormElement>(null)
  const takeTicks = useEffectEvent((ticks: FormData) => setDraft(current => draftOfForm(current, ticks)))
  useEffect(() => {
    // Keeps what was ticked before hydration.
    if (form.current) takeTicks(new FormData(form.current))
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    sending.reset()
    await compare(draft, async compared => {
      if (isFirst && !isEmptyChoice(draft)) return send(draft, compared)
      // Where it can't be had the ticks stay.
      await loadReview()
      setDiff(compared)
    })
  }

  const problem = (error: unknown) =>
    isFirst && error instanceof RequestProblem && error.problem?.bankCode === 'NIMP' ? (
      <CannotLink matrix={matrix} />
    ) : (
      <ProblemNote
        error={error}
        title={t('failedTitle')}
        aftermath={t(isFirst ? 'failedKeptFirst' : 'failedKept')}
        action={<ReloadButton error={error} />}
      />
    )

  if (diff)
    return (
      <Suspense fallback={<Spinner className="m-5 text-soft" />}>
        <Review
          diff={diff}
          bankName={matrix.bank.name}
          isFirst={isFirst}
          summary={summary}
          sending={sending.pending || sending.done}
          problem={sending.problem ? problem(sending.problem) : null}
          back={
            <Button
              variant="secondary"
              disabled={sending.pending || sending.done}
              onClick={() => {
                sending.reset()
                setDiff(null)
              }}
            >
              {t('back')}
            </Button>
          }
          onSend={() => send(draft, diff)}
        />
      </Suspense>
    )
  return (
    <>
      {head}
      <PostForm
        ref={form}
        action={`/connections/${matrix.connectionId}/consent/send`}
        onSubmit={submit}
        autoComplete="off"
        noValidate
        sends={{ version: String(matrix.version) }}
      >
        <Boxes matrix={matrix} draft={draft} onChange={setDraft} />
        {failure ? <div className="mt-6">{problem(failure)}</div> : null}
        <SummaryBar
          summary={summary}
          isFirst={isFirst}
          ticked={countTicked(draft)}
          changes={countChanges(before, draft)}
          busy={busy || sending.done}
          onReset={() => setDraft(before)}
        />
      </PostForm>
    </>
  )
}

type BoxesProps = {
  matrix: ConsentMatrixView
  draft: ConsentChoice
  onChange: (change: (draft: ConsentChoice) => ConsentChoice) => void
}

function Boxes({ matrix, draft, onChange }: BoxesProps) {
  const t = useTranslations('consent')
  const [query, setQuery] = useState('')
  const waiting = useWaiting()
  const [said, setSaid] = useState('')
  const wanted = useDeferredValue(query)
  const allRows = useMemo(() => rowsWith(matrix, draft), [matrix, draft])
  const rows = useMemo(() => allRows.filter(row => matchesRow(row, wanted)), [allRows, wanted])
  const shown = useMemo(() => new Set(rows.map(row => row.iban)), [rows])
  const choices = new Map(draft.accounts.map(account => [account.iban, account]))
  const ibans = allRows.map(row => row.iban)
  const { kinds } = matrix
  const Fieldset = matrix.rows.length >= plainFrom ? PlainFieldset : AccountFieldset

  const tickOne = useCallback(
    (iban: string, kind: ConsentKind, on: boolean) => onChange(current => tick(current, new Set([iban]), [kind], on)),
    [onChange],
  )
  function choosePreset(preset: ConsentPreset) {
    onChange(() => presetChoice(preset, ibans, kinds))
    setQuery('')
    setSaid(t(`presetDone.${preset}`))
  }
  return (
    <>
      <dl className="mb-6 grid gap-x-8 gap-y-2.5 md:grid-cols-2">
        {kinds.map(kind => (
          <div key={kind} className="text-[0.9375rem]">
            <dt className="font-medium">{t(`kinds.${kind}`)}</dt>
            <dd className="text-soft">{t(`kindHints.${kind}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 noscript:hidden">
        <Presets current={presetOf(draft, ibans, kinds)} onChoose={choosePreset} />
        {matrix.rows.length >= filterFrom ? (
          <TextField
            {...waiting}
            id="account-filter"
            type="search"
            label={t('filterLabel')}
            placeholder={t('filterPlaceholder')}
            value={query}
            onChange={event => setQuery(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter') event.preventDefault()
            }}
            className="w-full sm:w-72"
          />
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {wanted ? t('filterCount', { count: rows.length }) : said}
      </p>
      <h2 className="sr-only">{t('accountsTitle', { count: allRows.length })}</h2>
      <div className="max-lg:noscript:overflow-hidden max-lg:noscript:rounded-t-2xl max-lg:noscript:border-t max-lg:noscript:border-line">
        <ColumnHeads
          draft={draft}
          kinds={kinds}
          shown={shown}
          filtered={wanted !== ''}
          onTick={(kind, on) => onChange(current => tick(current, shown, [kind], on))}
        />
        {rows.map(row => {
          const choice = choices.get(row.iban)
          return choice ? <Fieldset key={row.iban} row={row} choice={choice} kinds={kinds} onTick={tickOne} /> : null
        })}
        {rows.length === 0 && wanted === '' ? (
          <p className="rounded-b-2xl border-x border-b border-line p-6 text-center text-soft">{t('emptyText')}</p>
        ) : rows.length === 0 ? (
          <p className="rounded-b-2xl border-x border-b border-line p-6 text-center text-soft">{t('filterEmpty')}</p>
        ) : null}
      </div>
      {matrix.mayNameMore && (matrix.version > 0 || matrix.rows.length === 0) ? (
        <Card as="div" className="mt-5 noscript:hidden">
          <NameIban taken={ibans} onName={iban => onChange(current => nameAccount(current, iban))} />
        </Card>
      ) : null}
      <Card as="div" className="mt-5">
        <h2 className="text-lg font-semibold">{t('identityTitle')}</h2>
        <Checkbox
          className="mt-2"
          label={t('identityLabel')}
          hint={t('identityHint')}
          name="psuIdentity"
          value="yes"
          checked={draft.psuIdentity}
          onChange={event => {
            const on = event.target.checked
            onChange(current => ({ ...current, psuIdentity: on }))
          }}
        />
      </Card>
    </>
  )
}

/** Where the bank has no way to record a consent of this person, nothing they could send would help. */
function CannotLink({ matrix: { bank, connectionId } }: { matrix: ConsentMatrixView }) {
  const t = useTranslations('consent.cannotLink')
  return (
    <Alert
      tone="warning"
      announce="assertive"
      title={t('title', nameBank(bank.name))}
      action={<ButtonLink href={`/connections/${connectionId}#disconnect`}>{t('action')}</ButtonLink>}
    >
      {t('text')}
    </Alert>
  )
}

/** Reloads the page if the consent was changed elsewhere or no longer exists. */
function ReloadButton({ error }: { error: unknown }) {
  const t = useTranslations('failures')
  const router = useRouter()
  const stale = ['consent_changed_meanwhile', 'consent_expired', 'consent_revoked', 'connection_gone', 'not_signed_in']
  if (!(error instanceof RequestProblem) || !stale.includes(error.code)) return null
  return (
    <Button variant="secondary" size="small" onClick={() => router.refresh()}>
      {t('reload')}
    </Button>
  )
}

type PresetsProps = { current: ConsentPreset | null; onChoose: (preset: ConsentPreset) => void }

/** Preset choices. `aria-pressed` marks the one that the boxes equal; if they equal none, a word says so. */
function Presets({ current, onChoose }: PresetsProps) {
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

type SummaryBarProps = {
  summary: string
  isFirst: boolean
  ticked: number
  changes: number
  busy: boolean
  onReset: () => void
}

/**
 * The choice in a sentence, and the button to send it. On a high enough screen the button sticks to the bottom, in one line;
 * on a low one (200 % zoom) it would cover the boxes.
 */
function SummaryBar({ summary, isFirst, ticked, changes, busy, onReset }: SummaryBarProps) {
  const t = useTranslations('consent')
  const empty = ticked === 0
  const idle = isFirst ? empty : changes === 0
  const status = isFirst
    ? t('ticked', { count: ticked })
    : changes === 0
      ? t('unchanged')
      : t('changes', { count: changes })
  return (
    <>
      {isFirst && empty ? null : (
        <p className="mt-6 rounded-2xl bg-brand-tint px-5 py-4 text-brand-ink noscript:hidden">{summary}</p>
      )}
      <section
        data-dock
        aria-label={t('stickyLabel')}
        className="z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-2xl border border-line bg-surface p-3 shadow-lift tall:sticky tall:bottom-[calc(4rem+env(safe-area-inset-bottom))] sm:px-5 tall:lg:bottom-4"
      >
        <noscript>
          <p className="mb-3 text-sm">{t('noScriptText')}</p>
          <Button type="submit">{t('noScriptReview')}</Button>
        </noscript>
        <p
          id="consent-status"
          className="min-w-0 text-sm text-soft max-sm:w-full sm:flex-1 sm:text-base noscript:hidden"
        >
          {status}
        </p>
        <div className="flex flex-1 flex-row-reverse flex-wrap gap-2 sm:flex-none noscript:hidden">
          <Button
            type="submit"
            loading={busy && !(isFirst && empty)}
            disabled={idle}
            aria-describedby="consent-status"
            className="flex-1 whitespace-nowrap"
          >
            {busy ? t(isFirst ? 'sending' : 'comparing') : t(isFirst ? 'send' : 'review')}
          </Button>
          {isFirst && empty ? (
            <Button
              type="submit"
              variant="quiet"
              loading={busy}
              className="flex-1 whitespace-nowrap underline underline-offset-4"
            >
              {t('sendNothing')}
            </Button>
          ) : idle || isFirst ? null : (
            <Button variant="quiet" onClick={onReset} className="flex-1">
              {t('reset')}
            </Button>
          )}
        </div>
        <LateStatus text={summary} />
      </section>
    </>
  )
}

/** Announced a moment after the last tick, not at every one. */
function LateStatus({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const [first] = useState(text)
  useEffect(() => {
    if (text === first && said === '') return
    const timer = setTimeout(() => setSaid(text), 700)
    return () => clearTimeout(timer)
  }, [text, first, said])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

/**
 * Compares, then sends with the hash of the comparison and the version it is based on, so that exactly the displayed choice
 * is sent (C21) and two tabs can't overwrite each other. For the first consent both steps are done at once.
 */
function useSendConsent({ connectionId, version }: ConsentMatrixView) {
  const router = useRouter()
  const url = `/api/connections/${connectionId}/consent`

  const comparing = useAction('nothing')
  const compare = (choice: ConsentChoice, next: (diff: ConsentDiffView) => unknown) =>
    comparing.run(async () => next(await sendJson<ConsentDiffView>('POST', `${url}/compare`, choice)))
  const sending = useAction('nothing')
  const send = async (choice: ConsentChoice, diff: ConsentDiffView) => {
    if (!(await sending.run(() => sendJson<ConsentSentView>('PUT', url, { choice, hash: diff.hash, version })))) return
    const somethingNew = diff.added.length > 0 || diff.identity === 'added'
    router.push(somethingNew ? `/connections/${connectionId}/loading` : `/connections/${connectionId}`)
    router.refresh()
  }
  return { comparing, compare, sending, send }
}
