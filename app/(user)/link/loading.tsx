import { CardsLoading } from '#components/connections/page-loading.tsx'

export default function LinkLoading() {
  return <CardsLoading />
}
