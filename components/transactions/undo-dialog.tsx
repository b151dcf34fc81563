'use client'

import { useTranslations } from 'next-intl'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { ImportView } from '#lib/views/import.ts'

type UndoDialogProps = {
  brought: Pick<ImportView, 'alone' | 'shared'>
  open: boolean
  onClose: () => void
  undoing: boolean
  error: unknown
  onUndo: () => void
}

/** Asks for confirmation before undoing an import, and says what is deleted and what is kept. */
export function UndoDialog({ brought: { alone, shared }, open, onClose, undoing, error, onUndo }: UndoDialogProps) {
  const t = useTranslations('imports')
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
          <Button variant="destroy" loading={undoing} onClick={onUndo}>
            {t(alone > 0 ? 'undoConfirm' : 'undoForget')}
          </Button>
        </>
      }
    >
      <p>{t('undoText', { count: alone })}</p>
      {shared > 0 ? <p className="mt-2">{t('undoShared', { count: shared })}</p> : null}
      <p className="mt-2">{t('undoBank')}</p>
      <ProblemNote error={error} title={t('failed')} />
    </Dialog>
  )
}
