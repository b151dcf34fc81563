import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { BankDirectory } from '#components/link/bank-directory.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBrowser } from '#lib/domain/requests/name-browser.ts'
import { listBanks } from '#lib/services/banks/directory.ts'
import { listConnections } from '#lib/services/connections/read.ts'

export const generateMetadata = titleOf('link.directory.metaTitle')

export default userPage(['link'], async ({ session: { userId }, query: { q } }) => {
  const query = typeof q === 'string' ? q.trim().slice(0, 60) : ''
  const [banks, connections, browser, t] = await Promise.all([
    listBanks(query),
    listConnections({ userId }),
    headers().then(sent => nameBrowser(sent.get('user-agent'))),
    getTranslations('link.directory'),
  ])
  const connectedCodes = connections.filter(({ state }) => state !== 'disconnected').map(({ bank }) => bank.code)
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <BankDirectory
        query={query}
        banks={banks}
        connectedCodes={[...new Set(connectedCodes)]}
        focusSearch={query === '' && !browser.mobile}
      />
    </>
  )
})
