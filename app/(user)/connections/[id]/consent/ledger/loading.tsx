import { RowsLoading } from '#components/connections/page-loading.tsx'

export default function ConsentLoading() {
  return <RowsLoading />
}
