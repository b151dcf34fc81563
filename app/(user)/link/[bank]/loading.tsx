import { SheetLoading } from '#components/connections/page-loading.tsx'

export default function BankLoading() {
  return <SheetLoading />
}
