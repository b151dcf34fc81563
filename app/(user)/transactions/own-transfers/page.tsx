import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { TransactionsHead } from '#components/transactions/head.tsx'
import { SuggestedTransfers } from '#components/transactions/own-transfer.tsx'
import { listSuggested } from '#lib/services/accounts/own-transfer.ts'

export const generateMetadata = titleOf('transactions.places.ownTransfers')

export default userPage(async ({ session: { userId } }) => (
  <>
    <TransactionsHead current="ownTransfers" />
    <SuggestedTransfers suggested={await listSuggested({ userId })} />
  </>
))
