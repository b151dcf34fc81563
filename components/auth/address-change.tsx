import { useTranslations } from 'next-intl'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { AuthCard } from './card.tsx'

type AddressChangeProps = { state: 'open' | 'done' | 'over'; token: string; email: string }

/** Where the mail to a new address leads. The page may be opened any number of times; its button changes the address. */
export function AddressChange({ state, token, email }: AddressChangeProps) {
  const t = useTranslations('auth.addressChange')
  const words = {
    open: { title: t('title'), lead: t('lead', { email }) },
    done: { title: t('doneTitle'), lead: t('doneText', { email }) },
    over: { title: t('overTitle'), lead: t('overText') },
  }[state]
  return (
    <AuthCard title={words.title} lead={<span className="wrap-anywhere">{words.lead}</span>} below={null}>
      {state === 'open' ? (
        <form method="post" action="/email/change/start">
          <input type="hidden" name="token" value={token} />
          <button type="submit" className={buttonClass({ size: 'large', wide: true })}>
            {t('submit')}
          </button>
        </form>
      ) : (
        <ButtonLink href={state === 'done' ? '/settings' : '/settings/email'} variant="secondary" size="large" wide>
          {state === 'done' ? t('settings') : t('again')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}
