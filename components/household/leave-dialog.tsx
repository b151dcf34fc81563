'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'

type LeaveDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  leaving: boolean
  onLeave: () => void
}

/** Asks for confirmation before leaving the household. */
export function LeaveDialog({ open, onOpenChange, leaving, onLeave }: LeaveDialogProps) {
  const t = useTranslations('household.leave')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('sure')}
      description={t('text')}
      closeLabel={t('close')}
      actions={
        <>
          <DialogClose render={<Button variant="secondary">{t('cancel')}</Button>} />
          <Button variant="destroy" loading={leaving} onClick={onLeave}>
            {t('confirm')}
          </Button>
        </>
      }
    />
  )
}
