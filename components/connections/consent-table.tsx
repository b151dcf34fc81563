import type { ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { useTranslations } from 'next-intl'
import { Iban } from '#components/format/iban.tsx'
import { useList } from '#components/format/use-list.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AccountView, ConnectionView } from '#lib/views/banking.ts'
import { allowedAccounts, offeredKinds } from './states.ts'

/** The consent as given: a row per account that may be read, a column per kind. */
export function ConsentTable({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.detail')
  const tKinds = useTranslations('consent.kinds')
  const allowed = allowedAccounts(connection)
  const kinds = offeredKinds(connection)
  const others = connection.accounts.filter(({ kind }) => kind === 'account').length - allowed.length
  return (
    <>
      {allowed.length === 0 ? (
        <p className="px-5 py-4 text-soft sm:px-6">{t(connection.consent ? 'consentEmpty' : 'consentNone')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
        <section aria-label={t('consentTable')} tabIndex={0} className="relative max-h-[32rem] overflow-auto">
          <table className="w-full border-collapse sm:min-w-[34rem] text-[0.9375rem]">
            <caption className="sr-only">{t('consentTable')}</caption>
            <thead className="sticky top-0 bg-sunken text-sm text-soft">
              <tr>
                <th scope="col" className="px-5 py-2 text-left font-medium sm:px-6">
                  {t('account')}
                </th>
                {kinds.map(kind => (
                  <th key={kind} scope="col" className="px-2 py-2 text-center font-medium last:pr-5 max-sm:hidden">
                    {tKinds(kind)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {allowed.map(account => (
                <ConsentTableRow key={account.id} account={account} offered={kinds} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="grid grid-cols-1 gap-2 border-t border-line px-5 py-4 text-[0.9375rem] sm:px-6">
        <p>{t(connection.consent?.psuIdentity ? 'identityOn' : 'identityOff')}</p>
        {others > 0 ? <p className="text-soft">{t('listed', { count: others })}</p> : null}
      </div>
    </>
  )
}

function ConsentTableRow({ account, offered }: { account: AccountView; offered: readonly ConsentKind[] }) {
  const t = useTranslations('connections.detail')
  const tData = useTranslations('connections.data')
  const list = useList()
  const kinds = offered.filter(kind => account.may[kind])
  return (
    <tr>
      <th scope="row" className="px-5 py-3 sm:max-w-72 text-left font-normal sm:px-6">
        <Link href={`/accounts/${account.id}`} className="line-clamp-2 wrap-anywhere font-medium hover:underline">
          <bdi>{account.name}</bdi>
        </Link>
        {account.maskedIban ? (
          <span className="text-sm text-soft">
            <Iban value={account.maskedIban} masked />
          </span>
        ) : null}
        {/* On a phone, words replace the columns. */}
        <span className="mt-1 block text-positive sm:hidden">{list(kinds.map(kind => tData(kind)))}</span>
      </th>
      {offered.map(kind => (
        <td key={kind} className="px-2 py-3 text-center last:pr-5 max-sm:hidden">
          {account.may[kind] ? (
            <Icon name="check" className="mx-auto size-5 text-positive" />
          ) : (
            <span aria-hidden="true" className="text-control">
              –
            </span>
          )}
          <span className="sr-only">{t(account.may[kind] ? 'allowed' : 'notAllowed')}</span>
        </td>
      ))}
    </tr>
  )
}
