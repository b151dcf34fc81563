'use client'

import { useTranslations } from 'next-intl'
import { ProblemNote } from '#components/connections/problem-note.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

type UndoDialogProps = {
  /** How many lines go with it. */
  count: number
  open: boolean
  onClose: () => void
  undoing: boolean
  error: unknown
  onUndo: () => void
}

/** Asks once more before an import and its lines are taken out. */
export function UndoDialog({ count, open, onClose, undoing, error, onUndo }: UndoDialogProps) {
  const t = useTranslations('transactions.import')
  return (
    <Dialog
      open={open}
      onOpenChange={next => {
        if (!next) onClose()
      }}
      title={t('undoTitle')}
      closeLabel={t('close')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button variant="danger" loading={undoing} onClick={onUndo}>
            {t('undoConfirm')}
          </Button>
        </>
      }
    >
      <p>{t('undoText', { count })}</p>
      {error ? <ProblemNote error={error} title={t('failed')} /> : null}
    </Dialog>
  )
}
