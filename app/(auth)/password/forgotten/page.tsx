import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { ForgottenForm } from '#components/auth/forgotten-form.tsx'
import { readAuthQuery } from '#components/auth/query.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { canMail } from '#lib/services/people/verification.ts'
import { lastTyped } from '#lib/session.ts'

type ForgottenPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('auth.forgotten.metaTitle')

export default async function ForgottenPage({ searchParams }: ForgottenPageProps) {
  const [query, typed] = await Promise.all([queryOf(searchParams), lastTyped()])
  const contact = canMail() ? null : readLegal().contact
  return (
    <ForgottenForm
      query={readAuthQuery(query)}
      isSent={contact === null && query.sent === '1'}
      email={typed.email}
      contact={contact}
    />
  )
}
