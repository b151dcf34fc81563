import { useTranslations } from 'next-intl'
import { PostButton } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { AuthCard } from './form.tsx'

type AddressLinkProps = {
  of: 'addressChange' | 'addressRestore'
  token: string
  /** Null: the link is over, or was used. */
  link: { readonly email: string } | null
  isDone: boolean
  /** The address now in use. */
  email?: string
  action: string
  next: string
  again: string
}

/**
 * The page of a link mailed to an address that an account had or gets. Opening it changes nothing, because programs that scan mail open
 * every link; its button does.
 */
export function AddressLink({ of, token, link, isDone, email = '', action, next, again }: AddressLinkProps) {
  const t = useTranslations(`auth.${of}`)
  const [title, lead] = link
    ? [t('title'), t('lead', { email: link.email })]
    : isDone
      ? [t('doneTitle'), t('doneText', { email })]
      : [t('overTitle'), t('overText')]
  return (
    <AuthCard title={title} lead={<span className="wrap-anywhere">{lead}</span>} below={null}>
      {link ? (
        <PostButton action={action} sends={{ token }} size="large" wide>
          {t('submit')}
        </PostButton>
      ) : (
        <ButtonLink href={isDone ? next : again} variant="secondary" size="large" wide>
          {t(isDone ? 'next' : 'again')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}
