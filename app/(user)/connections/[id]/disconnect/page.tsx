import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { DisconnectPanel } from '#components/connections/disconnect-panel.tsx'
import { DisconnectPreview } from '#components/connections/disconnect-preview.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { previewDisconnect } from '#lib/services/connections/disconnect.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { requireSession } from '#lib/session.ts'

type DisconnectPageProps = { params: Promise<unknown> }

export const generateMetadata = titleOf('connections.detail.disconnectTitle')

export default async function DisconnectPage({ params }: DisconnectPageProps) {
  const { userId } = await requireSession()
  const { id } = await pathOf(params, 'id')
  const connection = await orNotFound(readConnection(userId, id))
  if (connection.state === 'disconnected') redirect(`/connections/${id}`)
  const [preview, t] = await Promise.all([previewDisconnect(userId, id), getTranslations('connections')])
  return (
    <ClientWords areas={['connections', 'failures', 'leaving']}>
      <DisconnectPanel connectionId={id} bankName={connection.bank.name}>
        <PageHeader
          title={t('disconnect.title', { bank: connection.bank.name })}
          lead={t('disconnect.lead')}
          picture={<BankLogo bank={connection.bank} size="large" />}
          breadcrumb={
            <Breadcrumb
              label={t('title')}
              steps={[
                { href: '/connections', label: t('title') },
                { href: `/connections/${id}`, label: connection.bank.name },
              ]}
              current={t('detail.disconnectTitle')}
            />
          }
        />
        <DisconnectPreview preview={preview} />
      </DisconnectPanel>
    </ClientWords>
  )
}
