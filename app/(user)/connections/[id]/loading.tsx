import { SheetLoading } from '#components/connections/page-loading.tsx'

export default function ConnectionLoading() {
  return <SheetLoading />
}
