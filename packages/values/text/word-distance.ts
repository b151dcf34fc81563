/** Letters changed, added, removed or swapped; symmetric. */
export function wordDistance(left: string, right: string): number {
  const rows: number[][] = []
  const between = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 0; row <= left.length; row += 1) {
    const cells: number[] = []
    rows.push(cells)
    for (let column = 0; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1]
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const begun = row === 0 && column === 0 ? 0 : Number.POSITIVE_INFINITY
      cells[column] = Math.min(
        begun,
        between(row - 1, column) + 1,
        between(row, column - 1) + 1,
        between(row - 1, column - 1) + (same ? 0 : 1),
        between(row - 2, column - 2) + (swapped ? 1 : Number.POSITIVE_INFINITY),
      )
    }
  }
  return between(left.length, right.length)
}
