'use client'

import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

/** Our fault, said plainly. The digest is the id under which the server logged it; nothing else is shown (C51). */
export function ErrorPage({ error, retry }: ErrorPageProps) {
  const t = useTranslations('common')
  return (
    <div role="alert" className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        level={1}
        title={t('errorTitle')}
        action={
          <>
            <Button onClick={retry}>{t('retry')}</Button>
            <ButtonLink href="/home" variant="secondary">
              {t('toHome')}
            </ButtonLink>
          </>
        }
      >
        <p>{t('errorText')}</p>
        {error.digest ? <p className="tabular mt-3 text-sm">{t('supportId', { id: error.digest })}</p> : null}
      </EmptyState>
    </div>
  )
}
