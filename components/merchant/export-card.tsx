import { buttonClass } from '#components/ui/button-class.ts'
import { Card } from '#components/ui/card.tsx'

type ExportCardProps = {
  title: string
  text: string
  action: string
  formats: readonly (readonly [format: string, label: string])[]
  /** Says which rows, whatever the format. */
  query: Readonly<Record<string, string>>
  note?: string
}

/** The same rows to download in several formats. */
export function ExportCard({ title, text, action, formats, query, note }: ExportCardProps) {
  return (
    <Card className="mt-6" title={title} text={text}>
      <div className="mt-4 flex flex-wrap gap-2">
        {formats.map(([format, label]) => (
          <a
            key={format}
            href={`${action}?${new URLSearchParams({ ...query, format })}`}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            {label}
          </a>
        ))}
      </div>
      {note ? <p className="mt-3 text-sm text-soft">{note}</p> : null}
    </Card>
  )
}
