import { getTranslations } from 'next-intl/server'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { LinkAmount } from '#components/merchant/link-amount.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import { readLink } from '#lib/services/payments/links.ts'

type PosterProps = { params: Promise<unknown> }

export const generateMetadata = titleOf('merchant.link.print')

export default async function PosterPage({ params }: PosterProps) {
  const { id } = await pathOf(params, 'id')
  const { organisation, actor } = await requireMember('link.read')
  const link = await orNotFound(readLink(actor, id))
  const [t, words] = await Promise.all([getTranslations('merchant.poster'), getTranslations('merchant.link')])
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-2 print:hidden">
        <PrintButton>{t('print')}</PrintButton>
        <ButtonLink href={`/links/${id}`} variant="quiet">
          {t('back')}
        </ButtonLink>
      </div>
      <article className="mx-auto grid max-w-lg justify-items-center gap-4 rounded-3xl border border-line bg-white p-8 text-center text-black print:border-0">
        <p className="text-lg font-medium">{organisation.name}</p>
        <h1 className="text-3xl font-semibold wrap-anywhere">{link.title}</h1>
        <p className="tabular text-2xl">
          <LinkAmount link={link} />
        </p>
        <QrCode text={link.url} label={words('qr', { title: link.title })} />
        <p className="text-xl font-semibold">{t('scan')}</p>
        <p className="text-sm">{t('text')}</p>
        <p className="text-sm wrap-anywhere">{link.url}</p>
      </article>
    </>
  )
}
