import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LinkAmount } from '#components/merchant/link-list.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import { readLinkBatch } from '#lib/services/payments/link-batch.ts'
import type { LinkView } from '#lib/views/organisation.ts'

export const generateMetadata = titleOf('batches.print')

/** Codes on one page of ours: ten sheets of paper. */
const atOnce = 60

export default memberPage('link.read', async ({ id, one, organisation, actor }) => {
  const [t, poster, words, batch] = await Promise.all([
    getTranslations('batches'),
    getTranslations('merchant.poster'),
    getTranslations('merchant.link'),
    readLinkBatch(actor, id),
  ])
  const open = batch.rows.filter(({ link }) => link.state === 'open')
  const pages = Math.max(1, Math.ceil(open.length / atOnce))
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(one('page') ?? 1)) || 1))
  const shown = open.slice((page - 1) * atOnce, page * atOnce)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-2 print:hidden">
        <PrintButton>{poster('print')}</PrintButton>
        {page < pages ? (
          <ButtonLink href={`/links/batches/${id}/print?page=${page + 1}`} variant="secondary">
            {t('nextPage')}
          </ButtonLink>
        ) : null}
        <ButtonLink href={`/links/batches/${id}`} variant="quiet">
          {t('links')}
        </ButtonLink>
        {pages > 1 ? <span className="text-soft">{t('printPages', { page, pages })}</span> : null}
      </div>
      <h1 className="sr-only">{t('print')}</h1>
      {shown.length === 0 ? <p>{t('printNone')}</p> : null}
      <ul className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
        {shown.map(({ name, link }) => (
          <PrintedCode
            key={link.id}
            name={name ?? organisation.name}
            link={link}
            label={words('qr', { title: `${link.title} ${name ?? ''}`.trim() })}
            scan={poster('scan')}
          />
        ))}
      </ul>
    </>
  )
})

type PrintedCodeProps = { name: string; link: LinkView; label: string; scan: string }

function PrintedCode({ name, link, label, scan }: PrintedCodeProps) {
  return (
    <li className="grid break-inside-avoid justify-items-center gap-2 rounded-2xl border border-line bg-white p-5 text-center text-black">
      <p className="font-medium wrap-anywhere">{name}</p>
      <h2 className="text-lg font-semibold wrap-anywhere">{link.title}</h2>
      <p className="tabular text-lg">
        <LinkAmount link={link} />
      </p>
      <div className="w-40">
        <QrCode text={link.url} label={label} />
      </div>
      <p className="text-sm">{scan}</p>
      <p className="text-xs wrap-anywhere">{link.url}</p>
    </li>
  )
}
