import { SheetLoading } from '#components/connections/page-loading.tsx'

export default function DisconnectLoading() {
  return <SheetLoading />
}
