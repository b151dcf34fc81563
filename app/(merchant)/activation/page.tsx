import { groupIban } from '@guichet/values/money/iban-text.ts'
import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { AcceptContract, BusinessForm } from '#components/activation/business.tsx'
import { DocumentPanel, PostButton, RepresentativeForm } from '#components/activation/forms.tsx'
import { AskLimits } from '#components/activation/limits.tsx'
import { stateTones } from '#components/activation/state.tsx'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { AddAccount } from '#components/merchant/add-account.tsx'
import { shortKey } from '#components/transfers/payee-check.tsx'
import { Alert, Badge, Card, DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { contractOf } from '#lib/domain/merchant/contract.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { type ActivationStep, activationSteps, liveLimitNames } from '#lib/domain/refusals/failure.ts'
import { readActivation } from '#lib/services/merchant/activation.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import type { ActivationView } from '#lib/views/activation.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

type View = Awaited<ReturnType<typeof readActivation>>
type Shown = { organisation: string; role: MemberRole; view: View; isFresh: boolean }

export const generateMetadata = titleOf('activation.title')

export default memberPage('activation.read', ['activation', 'failures'], async ({ session, organisation, actor }) => {
  const [t, view] = await Promise.all([getTranslations('activation'), readActivation(actor)])
  const { id, role } = organisation
  const shown = { organisation: id, role, view, isFresh: isFreshlyAuthenticated(session) }
  const contents: { readonly [step in ActivationStep]: React.ReactNode } = {
    address: <AddressStep view={view} />,
    company: <CompanyStep view={view} />,
    business: <BusinessStep {...shown} />,
    representative: <RepresentativeStep {...shown} />,
    account: <AccountStep {...shown} />,
    contract: <ContractStep {...shown} />,
    review: <ReviewStep {...shown} />,
  }
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          view.suspended ? (
            <Badge tone="danger">{t('states.suspended')}</Badge>
          ) : (
            <Badge tone={stateTones[view.state]}>{t(`states.${view.state}`)}</Badge>
          )
        }
      />
      <div className="stack gap-6">
        <Status view={view} />
        <StepList
          steps={activationSteps.map(step => ({ step, state: stateOf(view, step), content: contents[step] }))}
        />
        <Limits organisation={id} view={view} />
      </div>
    </div>
  )
})

function stateOf({ state, missing, contract }: View, step: ActivationStep): StepState {
  // Asked again of an active organisation too.
  if (step === 'contract' && !contract.isAccepted) return 'todo'
  if (!missing.includes(step)) return 'done'
  return step === 'review' && state === 'in_review' ? 'waiting' : 'todo'
}

async function Status({ view }: { view: View }) {
  const [t, locale] = await Promise.all([getTranslations('activation'), getLocale()])
  const { state, suspended, nextAccountAt } = view
  const date = (at: string | null) => (at === null ? '—' : formatDate(at, locale))
  const facts = new Intl.ListFormat(locale).format(view.changed.map(fact => t(`facts.${fact}`)))
  return (
    <>
      {suspended ? (
        <Alert tone="danger" title={t('status.suspended.title')}>
          <p>{t('status.suspended.text', { reason: suspended.reason })}</p>
          <p className="mt-1">{t('status.suspended.next')}</p>
        </Alert>
      ) : null}
      {state === 'active' && suspended === null ? (
        <Alert tone="success" title={t('status.active.title')}>
          {t('status.active.text', { date: date(view.approvedAt) })}
        </Alert>
      ) : null}
      {state === 'in_review' && suspended === null ? (
        <Alert title={t('status.in_review.title')}>
          {t('status.in_review.text', { date: date(view.reviewAskedAt) })}
        </Alert>
      ) : null}
      {state === 'declined' ? (
        <Alert tone="warning" title={t('status.declined.title')}>
          <p>{t('status.declined.text', { reason: view.declinedReason ?? '' })}</p>
          <p className="mt-1">{t('status.declined.next')}</p>
        </Alert>
      ) : null}
      {state === 'paused' ? (
        <Alert tone="warning" title={t('status.paused.title')}>
          {t('status.paused.text', { facts })}
        </Alert>
      ) : null}
      {state === 'test_only' ? (
        <Alert title={t(`status.${view.canAsk ? 'ready' : 'test_only'}.title`)}>
          {view.canAsk ? t('status.ready.text') : t('status.test_only.text', { count: view.missing.length - 1 })}
        </Alert>
      ) : null}
      {state === 'active' && !view.contract.isAccepted ? (
        <Alert tone="warning">{t('status.contract', { version: formatDate(view.contract.version, locale) })}</Alert>
      ) : null}
      {state === 'active' && nextAccountAt ? (
        <Alert tone="warning">{t('status.waits', { date: formatDate(nextAccountAt, locale, 'moment') })}</Alert>
      ) : null}
    </>
  )
}

async function AddressStep({ view }: { view: View }) {
  const t = await getTranslations('activation.address')
  if (!view.missing.includes('address')) return <p>{t('done')}</p>
  return (
    <>
      <p>{t('todo')}</p>
      <div>
        <ButtonLink href="/settings" variant="secondary" size="small">
          {t('action')}
        </ButtonLink>
      </div>
    </>
  )
}

async function CompanyStep({ view: { company, mayChange, ownTwins } }: { view: View }) {
  const t = await getTranslations('activation.company')
  const { siren, registrationNumber, country } = company
  const isFrench = country === 'FR'
  const number =
    isFrench && registrationNumber !== null ? (siren ?? `${registrationNumber} · ${t('wrong')}`) : registrationNumber
  const items = [
    { term: t('name'), value: company.name },
    { term: t('legalName'), value: company.legalName },
    { term: isFrench ? t('siren') : t('number'), value: number ?? t('none') },
    { term: t('address'), value: company.addressLines.join(', ') || t('none') },
  ]
  return (
    <>
      <DescriptionList items={items} />
      {ownTwins.map(({ id, name, by }) => (
        <Alert key={`${by} ${id}`}>{t(`twins.${by}`, { name })}</Alert>
      ))}
      {mayChange ? (
        <div>
          <ButtonLink href="/organisation#identity" variant="secondary" size="small">
            {t('action')}
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}

async function BusinessStep({ organisation, view: { business, mayChange } }: Shown) {
  const t = await getTranslations('activation.business')
  const form = <BusinessForm organisation={organisation} values={business} />
  if (business === null) {
    return (
      <>
        <p className="text-soft">{t('text')}</p>
        {mayChange ? form : null}
      </>
    )
  }
  const owners = business.owners.map(({ name, share }) => `${name} (${share} %)`).join(', ')
  const items = [
    { term: t('activity'), value: business.activity },
    { term: t('naf'), value: business.naf ?? '—' },
    { term: t('owners'), value: owners || t('nobody') },
  ]
  return (
    <>
      <DescriptionList items={items} />
      {mayChange ? <Disclosure title={t('change')}>{form}</Disclosure> : null}
    </>
  )
}

async function ContractStep({ organisation, view: { contract, mayAsk } }: Shown) {
  const [t, locale] = await Promise.all([getTranslations('activation.contract'), getLocale()])
  const { version, isDraft, isAccepted, accepted } = contract
  return (
    <>
      {accepted.map(one => (
        <p key={one.version}>
          {t('accepted', {
            version: formatDate(one.version, locale),
            name: one.name,
            date: formatDate(one.at, locale),
          })}{' '}
          <a
            href={`/activation/contract?organisation=${organisation}&version=${one.version}`}
            download
            className="link"
          >
            {t('download')}
          </a>
        </p>
      ))}
      {isAccepted ? null : (
        <>
          <p id="contract-text">{t('text', { version: formatDate(version, locale), draft: String(isDraft) })}</p>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
            tabIndex={0}
            aria-labelledby="contract-text"
            className="stack max-h-96 gap-3 overflow-y-auto rounded-xl border border-line p-4 text-sm"
          >
            {contractOf(version)?.[locale].map(([head, text]) => (
              <section key={head}>
                <h3 className="font-semibold">{head}</h3>
                <p>{text}</p>
              </section>
            ))}
          </section>
          <p>
            <a
              href={`/activation/contract?organisation=${organisation}&version=${version}&language=${locale}`}
              download
              className="link"
            >
              {t('download')}
            </a>
          </p>
          {mayAsk ? <AcceptContract organisation={organisation} version={version} /> : <p>{t('owners')}</p>}
        </>
      )}
    </>
  )
}

async function RepresentativeStep({ organisation, view: { representative, missing, mayChange } }: Shown) {
  const t = await getTranslations('activation.representative')
  const form = <RepresentativeForm organisation={organisation} values={representative} />
  if (missing.includes('representative') && representative.name === '') {
    return (
      <>
        <p className="text-soft">{t('text')}</p>
        {mayChange ? form : null}
      </>
    )
  }
  return (
    <>
      <p>
        {representative.name}, {representative.role}
      </p>
      {mayChange ? <Disclosure title={t('change')}>{form}</Disclosure> : null}
    </>
  )
}

async function AccountStep({ organisation, role, view }: Shown) {
  const t = await getTranslations('activation.account')
  const { account, proof, state, documents, mayAsk, mayChange } = view
  if (account === null) {
    return (
      <>
        <p>{t('none')}</p>
        <div>
          <AddAccount role={role} />
        </div>
      </>
    )
  }
  const isOpen = state !== 'active' && state !== 'in_review'
  const { answer, source } = account.legalNameProof ?? {}
  const isByBankAlone = source === 'bank' && (answer === 'match' || answer === 'close_match')
  return (
    <>
      <AccountProof view={view} />
      {proof === 'linked' ? <p>{t('linked')}</p> : null}
      {isOpen && proof !== 'linked' ? (
        <LinkAccount
          organisation={organisation}
          isByBankAlone={isByBankAlone}
          mayAsk={mayAsk}
          isLinked={view.isLinked}
        />
      ) : null}
      {(isOpen && proof !== 'linked') || documents.length > 0 ? (
        <section aria-label={t('documentsTitle')} className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-semibold">{t('documentsTitle')}</h3>
          <p className="text-[0.9375rem] text-soft">
            {proof === 'documents' ? t('documentsDone') : t('documentsText')}
          </p>
          <DocumentPanel organisation={organisation} documents={documents} mayChange={isOpen && mayChange} />
        </section>
      ) : null}
    </>
  )
}

type LinkAccountProps = { organisation: string; isByBankAlone: boolean; mayAsk: boolean; isLinked: boolean }

async function LinkAccount({ organisation, isByBankAlone, mayAsk, isLinked }: LinkAccountProps) {
  const t = await getTranslations('activation.account')
  return (
    <section aria-label={t('linkedTitle')} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t('linkedTitle')}</h3>
      <p className="text-[0.9375rem] text-soft">{t(isLinked ? 'linkedDiffers' : 'linkedText')}</p>
      {isByBankAlone && !isLinked ? <Alert tone="warning">{t('byBank')}</Alert> : null}
      {mayAsk ? (
        <div className="flex flex-wrap items-start gap-3">
          {isLinked ? null : (
            <ButtonLink href="/link" variant="secondary">
              {t('link')}
            </ButtonLink>
          )}
          <PostButton
            url={`/api/merchant/activation/account?organisation=${organisation}`}
            label={t('compare')}
            done={t(isLinked ? 'comparedLinked' : 'compared')}
            variant="secondary"
          />
        </div>
      ) : null}
    </section>
  )
}

async function ReviewStep({ organisation, view, isFresh }: Shown) {
  const t = await getTranslations('activation.review')
  const { state, canAsk, isSelfEvident, brand, mayAsk } = view
  if (state === 'active') return <p>{t('then')}</p>
  if (state === 'in_review') return <p>{t('operator')}</p>
  return (
    <>
      <p>{isSelfEvident ? t('self') : t('operator')}</p>
      {brand === null ? null : <Alert tone="warning">{t('brand', { brand })}</Alert>}
      {canAsk ? null : <p className="text-sm text-soft">{t('first')}</p>}
      {canAsk && !mayAsk ? <p className="text-sm text-soft">{t('owners')}</p> : null}
      {canAsk && mayAsk && !isFresh ? <FreshNote next="/activation#review" /> : null}
      {canAsk && mayAsk && isFresh ? (
        <PostButton url={`/api/merchant/activation?organisation=${organisation}`} label={t('ask')} done={t('asked')} />
      ) : null}
    </>
  )
}

async function Limits({ organisation, view }: Pick<Shown, 'organisation' | 'view'>) {
  const [t, locale] = await Promise.all([getTranslations('activation.limits'), getLocale()])
  const { limits, askedLimits, limitsAnswer, state, suspended, mayAsk } = view
  const items = liveLimitNames.map(limit => ({
    term: t(limit),
    value: <Money value={{ amount: limits[limit], currency: 'EUR' }} />,
  }))
  const euros = (amount: string) => formatMoney({ amount, currency: 'EUR' }, locale)
  return (
    <Card id="limits" title={t('title')} text={t('text')} bodyClass="mt-5 stack gap-4">
      <DescriptionList items={items} />
      {askedLimits === null ? null : (
        <Alert title={t('askedTitle', { date: formatDate(askedLimits.at, locale) })}>
          {t('asked', {
            payment: euros(askedLimits.payment),
            day: euros(askedLimits.day),
            month: euros(askedLimits.month),
          })}
        </Alert>
      )}
      {limitsAnswer === null ? null : (
        <Alert>{t('answer', { date: formatDate(limitsAnswer.at, locale), reason: limitsAnswer.reason })}</Alert>
      )}
      {state === 'active' && suspended === null && mayAsk ? (
        <Disclosure title={t(askedLimits === null ? 'askTitle' : 'askAgain')}>
          <AskLimits organisation={organisation} limits={askedLimits ?? limits} />
        </Disclosure>
      ) : (
        <p className="text-sm text-soft">{t(mayAsk ? 'later' : 'owners')}</p>
      )}
    </Card>
  )
}

/** The account with what its bank says about the legal name and the typed holder, differences included. */
function AccountProof({ view }: { view: Pick<ActivationView, 'account' | 'company'> }) {
  const t = useTranslations('activation.account')
  const said = useTranslations('verification')
  const locale = useLocale()
  const { account, company } = view
  if (account === null) return null
  const saying = (proof: PayeeVerificationView) =>
    `${said(shortKey(proof), { name: proof.matchedName ?? '' })} · ${formatDate(proof.verifiedAt, locale)}`
  const { legalNameProof, holderProof } = account
  const isOther = account.name !== company.legalName
  const items = [
    { term: t('holder'), value: account.name },
    { term: t('iban'), value: <span className="tabular">{groupIban(account.iban)}</span> },
    { term: t('legalName', { name: company.legalName }), value: legalNameProof ? saying(legalNameProof) : null },
    { term: t('typedHolder', { name: account.name }), value: isOther && holderProof ? saying(holderProof) : null },
  ]
  return <DescriptionList items={items} />
}

type StepState = 'done' | 'todo' | 'waiting'
type StepView = { readonly step: ActivationStep; readonly state: StepState; readonly content: ReactNode }

const tones = { done: 'success', todo: 'neutral', waiting: 'info' } as const
const marks = {
  done: 'bg-positive-tint text-positive',
  todo: 'bg-sunken text-soft',
  waiting: 'bg-info-tint text-info',
} as const

/** The steps of an activation, each with its state and what to do. */
function StepList({ steps }: { steps: readonly StepView[] }) {
  const t = useTranslations('activation')
  return (
    <ol className="stack gap-4">
      {steps.map(({ step, state, content }, index) => (
        <Card as="li" key={step} id={step} aria-labelledby={`step-${step}`}>
          <div className="flex items-start gap-3 sm:gap-4">
            <span
              aria-hidden="true"
              className={clsx(
                'tabular grid size-8 shrink-0 place-items-center rounded-full font-semibold',
                marks[state],
              )}
            >
              {state === 'done' ? (
                <Icon name="check" className="size-4.5" />
              ) : state === 'waiting' ? (
                <Icon name="clock" className="size-4.5" />
              ) : (
                index + 1
              )}
            </span>
            <div className="min-w-0 flex-1">
              <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <h2 id={`step-${step}`} className="text-lg font-semibold">
                  {t(`steps.${step}`)}
                </h2>
                <Badge tone={tones[state]}>{t(`stepStates.${state}`)}</Badge>
              </div>
              <div className="mt-3 stack gap-4">{content}</div>
            </div>
          </div>
        </Card>
      ))}
    </ol>
  )
}
