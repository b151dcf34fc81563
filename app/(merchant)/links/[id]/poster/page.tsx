import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LinkAmount } from '#components/merchant/link-list.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import { readLink } from '#lib/services/payments/links.ts'

export const generateMetadata = titleOf('merchant.link.print')

export default memberPage('link.read', async ({ id, organisation, actor }) => {
  const link = await readLink(actor, id)
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
})
